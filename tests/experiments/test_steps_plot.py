"""The picture of what an answer costs."""

from __future__ import annotations

from xml.etree import ElementTree

from experiments.steps_plot import draw_steps


def test_every_answer_is_a_bar_cut_into_its_steps() -> None:
    cost = {"resiliparse": 4.0, "decode": 0.2, "page": 3.0, "labels": 6.0, "text": 7.0, "trafilatura": 70.0}
    picture = ElementTree.fromstring(draw_steps(cost, "resiliparse"))
    space = "{http://www.w3.org/2000/svg}"
    said = [node.text for node in picture.iter(f"{space}text")]
    assert "7.0 ms, 1.8 ×" in said
    assert "labels" not in said[6:]
    kinds = [node.get("class") for node in picture.iter(f"{space}rect")]
    assert kinds.count("other") == 2
    assert [kinds.count(kind) for kind in ("third", "second", "content", "title")] == [2, 2, 2, 2]
