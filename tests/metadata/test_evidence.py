"""Choosing among candidates."""

from __future__ import annotations

from kaensan.metadata.evidence import Candidate, choose, continuations, keep_best_place, merge, with_letters


def test_equal_values_support_each_other() -> None:
    offered = [
        Candidate("Ann", "meta", {"claimed": 1.0}),
        Candidate("Bo", "text", {"seen": 1.0}, row=3),
        Candidate("ANN", "text", {"seen": 1.0, "claimed": 0.5}, row=5),
    ]
    ann, bo = merge(offered, str.casefold)
    assert (ann.value, ann.source, ann.row) == ("Ann", "meta", 5)
    assert ann.evidence == {"claimed": 1.0, "seen": 1.0}
    assert bo.row == 3


def test_the_heaviest_evidence_wins_and_the_first_of_equals() -> None:
    a, b, c = (Candidate(name, "", {name: 1.0}) for name in "abc")
    assert choose([a, b, c], {"a": 1.0, "b": 2.0, "c": 2.0}) is b


def test_below_the_threshold_there_is_no_answer() -> None:
    assert choose([Candidate("a", "", {"x": 1.0})], {"x": 1.0}, threshold=1.0) is None
    assert choose([], {}) is None


def test_what_stands_twice_stands_in_the_better_place() -> None:
    offered = [
        Candidate("2021-05-03", "text", {"seen": 1.0, "in a list": 1.0}, row=9),
        Candidate("2021-05-03", "text", {"seen": 1.0, "at the headline": 1.0}, row=3),
        Candidate("2021-05-03", "meta", {"claimed": 1.0}),
        Candidate("2021-05-04", "text", {"in a list": 1.0}, row=10),
    ]
    keep_best_place(offered, str, {"in a list", "at the headline"}, {"in a list": -1.0, "at the headline": 1.0})
    assert [set(one.evidence) for one in offered] == [{"seen"}, {"seen", "at the headline"}, {"claimed"}, {"in a list"}]


def test_what_continues_a_value_is_neither_a_longer_word_nor_a_list() -> None:
    values = ["ann lee", "ann lee, editor", "ann leeds", "ann lee; bo ek", "ann", "ann lee"]
    assert continuations(values, 4, "; ") == [[1], [], [], [], [], [1]]
    assert continuations(values, 3, "; ")[4] == [0, 1, 2, 3, 5]


def test_values_without_letters_are_left_out() -> None:
    signs, name = Candidate("***", ""), Candidate("Ann!", "")
    assert with_letters([signs, name], lambda value: value.strip("*!")) == ([name], 4)
