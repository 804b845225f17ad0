"""Blocks, the containers around them, and sums over both."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.methods.core.blocks import LONG, Blocks
from kaensan.methods.core.container_rows import block_totals, weigh_containers

PAGE = """<body><div id=wrap><div id=main><h1>Title</h1><p>Some <a href=x>linked</a> text<br>and more</p></div></div>
<ul><li><a href=y>One</a></li><li>Two</li></ul></body>"""


def test_line_breaks_and_block_elements_separate_blocks() -> None:
    blocks = Blocks.of(kaensan.parse(PAGE))
    assert len(blocks) == 5
    assert (blocks.units / 2).tolist() == [5, 14, 7, 3, 3]
    assert (blocks.linked / 2).tolist() == [0, 6, 0, 3, 0]
    assert blocks.links.tolist() == [0, 1, 0, 1, 0]


def test_wrappers_that_add_no_text_are_one_step_outwards() -> None:
    page = kaensan.parse(PAGE)
    blocks = Blocks.of(page)
    names = [[page.elements.get(int(blocks.containers.element[at]), "id") for at in row] for row in blocks.chain]
    assert names[0][:2] == ["", "main"]
    assert "wrap" not in names[0]  # it holds the same text as main


def test_sums_over_containers_are_sums_over_their_blocks() -> None:
    blocks = Blocks.of(kaensan.parse(PAGE))
    containers = blocks.containers
    expected = [float(blocks.prose[a:b].sum()) for a, b in zip(containers.first, containers.end, strict=True)]
    totals = block_totals(blocks.counted, blocks.linked, blocks.links, LONG, 1)
    before = weigh_containers(totals, blocks.chain, containers.parent, containers.first, containers.end).prose
    assert (before[containers.end] - before[containers.first]).tolist() == expected


MARKUP = st.lists(
    st.sampled_from(["<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "<a href=x>", "</a>", "<br>", "<table>", "<tr>"])
    | st.text(max_size=8),
    max_size=40,
).map("".join)


@given(MARKUP)
def test_every_block_is_inside_its_containers(markup: str) -> None:
    blocks = Blocks.of(kaensan.parse(markup))
    if not len(blocks):
        return
    here = np.arange(len(blocks))
    for level in blocks.chain.T:
        assert (blocks.containers.first[level] <= here).all()
        assert (blocks.containers.end[level] > here).all()
