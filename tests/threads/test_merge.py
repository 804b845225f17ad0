"""What a page states as data about its posts fills in what it shows badly, and no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kaensan.threads.described import DataPost
from kaensan.threads.merge import complete
from kaensan.threads.thread import Post

TEXT = "The bridge over the canal is closed until the end of the month, says the town."
SHOWN, STATED = "2016-08-17T22:16", "2024-01-04T11:30:23+00:00"


def dated(score: float, around: list[str]) -> Post:
    """A post that shows a date, found with a score, and that data gives another date."""
    post = Post(position=1, text=TEXT, date=SHOWN, date_text="17 Aug 2016 22:16")
    read: Any = SimpleNamespace(
        posts=(post,),
        author_score=np.full(1, 9.0, np.float32),
        date_score=np.full(1, score, np.float32),
        dates_around=lambda _: around,
    )
    [completed] = complete(read, [DataPost(text=TEXT, date=STATED)])
    return completed


@pytest.mark.parametrize("shown", ["2024-01-04", "2024-01-03T23:30", "2024-01-05T01:00"])
def test_a_doubtful_date_gives_way_to_one_that_is_shown_too(shown: str) -> None:
    post = dated(-1.0, [SHOWN, shown])
    assert (post.date, post.date_text) == (STATED, None)


def test_a_doubtful_date_stays_where_the_page_shows_no_other() -> None:
    post = dated(-1.0, [SHOWN])
    assert (post.date, post.date_text) == (SHOWN, "17 Aug 2016 22:16")


def test_a_date_that_is_hardly_one_gives_way_in_any_case() -> None:
    assert dated(-5.0, [SHOWN]).date == STATED


def test_a_date_beyond_doubt_stays() -> None:
    assert dated(1.0, [SHOWN, STATED]).date == SHOWN
