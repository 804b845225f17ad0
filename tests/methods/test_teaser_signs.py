"""Results of a search have a title each and break off, posts of a thread have none of their own and go on in time."""

from __future__ import annotations

import pytest

from kaensan import parse
from kaensan.methods.boards.candidates import find_candidates
from kaensan.methods.boards.chronology import CHRONOLOGY
from kaensan.methods.boards.feature_table import FeatureTable
from kaensan.methods.boards.model import shipped_model
from kaensan.methods.boards.teaser_signs import TEASER_SIGNS

SAID = [
    f"The {thing} was left in the {place} for {days} days, and nobody who passed it by asked whose it could be."
    for days, (thing, place) in enumerate(
        [("ladder", "yard"), ("kettle", "hall"), ("canoe", "barn"), ("piano", "lane"), ("cradle", "mill")], 2
    )
]


def titled(member: str) -> tuple[float, float]:
    """The features of the best group of a page of such members; `{title}` is another one in each."""
    titles = [f"Whose {said.split()[1]} is it that stands in the {said.split()[6]}?" for said in SAID]
    members = "".join(member.format(title=title, said=said) for title, said in zip(titles, SAID, strict=True))
    features = find_candidates(parse(f"<title>Lost</title><div>{members}</div>"), shipped_model().body).features
    share, units, _ = (float(features[name][0]) for name in TEASER_SIGNS)
    return share, units


@pytest.mark.parametrize("title", ["<h3>{title}</h3>", "<a href=/a>{title}</a>"], ids=["heading", "link"])
def test_every_result_has_a_title(title: str) -> None:
    share, units = titled(f"<div class=item>{title}<p>{{said}}</p><span>by Nim, 4 May 2021</span></div>")
    assert share == 1.0
    assert units > 4


@pytest.mark.parametrize("beside", ["<a href=/nim>Nim</a>", "<h3>Re: lost things that nobody misses at all</h3>", ""])
def test_a_name_or_the_same_title_is_none(beside: str) -> None:
    share, _ = titled(f"<div class=post>{beside}<p>{{said}}</p><span>4 May 2021</span></div>")
    assert share == 0.0


def best(members: list[str]) -> FeatureTable:
    """The features of the groups of a page of some members."""
    return find_candidates(parse(f"<title>Lost</title><div>{''.join(members)}</div>"), shipped_model().body).features


@pytest.mark.parametrize(("ending", "share"), [("", 0.0), (" ...", 1.0), ("…", 1.0)])
def test_words_that_break_off_are_counted(ending: str, share: float) -> None:
    features = best([f"<div class=item><p>{said}{ending}</p></div>" for said in SAID])
    assert float(features["cut_off"][0]) == share


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("{day} May 2021, 10:{day}1", (1.0, 1.0, 1.0)),
        ("2{rest} May 2021, 10:11", (1.0, 0.0, 1.0)),
        ("4 May 2021, 10:11", (1.0, 1.0, 0.25)),
        ("{day} May 2021", (0.0, -1.0, 0.0)),
        ("", (0.0, -1.0, 0.0)),
    ],
    ids=["forward", "backward", "at once", "days only", "none"],
)
def test_times_of_members(when: str, expected: tuple[float, float, float]) -> None:
    dates = [when.format(day=day, rest=9 - day) for day in range(1, 6)]
    features = best([f"<div class=p><i>{date}</i><p>{said}</p></div>" for date, said in zip(dates, SAID, strict=True)])
    assert tuple(float(features[name][0]) for name in CHRONOLOGY) == expected
