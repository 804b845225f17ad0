"""The F1 that is expected of a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kaensan
from kaensan.methods.core.choice import Situation
from kaensan.methods.core.class_words import PAGE_TYPES
from kaensan.methods.core.expected_f1 import FACTS, Confidence, facts_of
from kaensan.methods.core.model import FORMAT, read_model, shipped_model
from kaensan.methods.model_files import read_arrays, shipped_path, write_arrays

STORY = "".join(
    f"<p>On day {day} the river rose by a hand, the old bridge was closed to all traffic before dawn, and engineers "
    "measured its piers once more, while the shops on the east bank waited for those who live on the other side.</p>"
    for day in range(1, 6)
)
TALK = "<p class=comment>I saw the water reach the lower steps of my house, and I have lived here for years.</p>" * 3
PAGE = f"""<html lang=en><head><title>The river rises</title><meta property=og:title content='The river rises'></head>
<body><nav class=menu><a href=/>Home</a> <a href=/news>News</a></nav><article class=post><h1>The river rises</h1>{STORY}
</article><section class=comments id=comments><h3>Comments</h3>{TALK}</section></body></html>"""


def situation(words: list[float], *, named: bool, kind: str) -> Situation:
    count = len(words)
    likeliest = PAGE_TYPES.index(kind)
    return Situation(
        size=np.array(words, np.float32),
        linked=np.zeros(count, np.float32),
        group=np.arange(count),
        container=np.zeros(count, np.int32),
        types=np.array([50.0 * (at == likeliest) for at in range(len(PAGE_TYPES))], np.float32),
        named=named,
    )


def facts(blocks: list[tuple[float, float, str]], *, named: bool = True, kind: str = "article") -> dict[str, float]:
    """The facts about blocks, each of so many words, with a chance, and `kept`, `dropped` or the `headline`."""
    words, chances, fates = zip(*blocks, strict=True)
    page = situation(list(words), named=named, kind=kind)
    kept, headline = np.array([fate != "dropped" for fate in fates]), np.array([fate == "headline" for fate in fates])
    return dict(zip(FACTS, facts_of(np.array(chances, np.float32), kept, headline, page), strict=True))


def test_the_facts_are_expected_precision_and_recall_and_what_is_kept() -> None:
    told = facts([(40, 0.75, "kept"), (40, 0.25, "dropped"), (20, 0.0, "dropped")])
    assert told["precision"] == pytest.approx(np.log(3))
    assert told["recall"] == pytest.approx(np.log(3))
    assert told["share"] == pytest.approx(0.4)
    assert told["product"] == pytest.approx(0)
    assert told["unnamed"] == told["unnamed_board"] == 0


def test_a_headline_is_not_kept_for_its_chance() -> None:
    story = (40, 0.75, "kept")
    assert facts([story, (8, 0.0, "headline")]) == facts([story, (8, 0.0, "dropped")])
    assert facts([story, (8, 0.0, "kept")])["precision"] < facts([story])["precision"]


def test_a_page_that_sells_a_thing_is_a_fact() -> None:
    assert facts([(9, 0.75, "kept")], kind="product")["product"] == pytest.approx(1)


def test_markup_without_names_is_a_fact_and_a_board_without_them_another() -> None:
    cases = ((False, "article", 1, 0), (False, "forum", 1, 1), (True, "forum", 0, 0))
    for named, kind, unnamed, unnamed_board in cases:
        told = facts([(9, 0.75, "kept")], named=named, kind=kind)
        assert (told["unnamed"], told["unnamed_board"]) == pytest.approx((unnamed, unnamed_board))


def test_nothing_kept_and_nothing_there_are_numbers() -> None:
    for words in (0.0, 7.0):
        assert np.isfinite(list(facts([(words, 0.0, "dropped")]).values())).all()


def test_what_is_not_learned_gives_about_the_expected_f1() -> None:
    told = facts([(50, 0.8, "kept"), (50, 0.2, "dropped")])
    assert Confidence()(tuple(told.values())) == pytest.approx(0.8, abs=1e-3)


def test_more_than_is_likely_content_lowers_the_confidence() -> None:
    alone = kaensan.extract(PAGE)
    with_talk = kaensan.extract(PAGE, policy=kaensan.Policy(comments="keep"))
    assert "lower steps" in with_talk.text
    assert with_talk.confidence is not None
    assert alone.confidence is not None
    assert with_talk.confidence < alone.confidence


def test_a_headline_that_is_kept_by_rule_leaves_the_confidence_as_it_is() -> None:
    kept, dropped = (kaensan.extract(PAGE, policy=kaensan.Policy(title=title)) for title in ("keep", "drop"))
    assert "The river rises" in kept.text
    assert "The river rises" not in dropped.text
    assert kept.confidence == dropped.confidence


def test_it_is_part_of_the_model_file(tmp_path: Path) -> None:
    learned = Confidence((0.4, 0.3, -0.2, -0.3, -0.1, -0.6), 0.7)
    replace(shipped_model(), confidence=learned).save(tmp_path / "core.npz")
    assert read_model(tmp_path / "core.npz").confidence == learned
    assert shipped_model().confidence != Confidence()


def test_a_model_of_before_it_was_learned_gives_the_expected_f1(tmp_path: Path) -> None:
    arrays, about = read_arrays(shipped_path("core/core.npz"), FORMAT, "kaensan train core")
    del arrays["confidence"], about["facts"]
    arrays |= {"promised": np.array([0.0, 1.0]), "delivered": np.array([0.0, 1.0])}
    write_arrays(tmp_path / "core.npz", arrays, {"format": FORMAT, **about})
    assert read_model(tmp_path / "core.npz").confidence == Confidence()
