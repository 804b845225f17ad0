"""No block that the title repeats is left out before its text is made, and most others are."""

import random

import pytest

from kaensan.metadata.cleaning import clean
from kaensan.metadata.repeated_blocks import repeated_blocks
from kaensan.page import parse
from kaensan.page.inline import inline_text
from kaensan.page.normalise import letters_of
from kaensan.page.texts import Context

HEADING = int(Context.HEADING)


def found(html: str, title: str, most: int = 3000) -> list[str]:
    """The blocks that the title may repeat, by their texts."""
    texts = parse(html).texts
    blocks = repeated_blocks(texts, letters_of(title), 4, 100, most, HEADING)
    return [inline_text(texts, int(texts.block_start[at]), int(texts.block_start[at + 1])) for at in blocks]


def test_blocks_in_the_title_are_found_and_others_are_not() -> None:
    html = "<p>Bridges &amp; more<p>Other text<p>bridges<p>A <b>brid</b>ges!<p>Bridges and so on<h2>Bridges</h2>"
    assert found(html, "A Bridges: Bridges & More") == ["Bridges & more", "bridges", "A bridges!"]
    assert found("", "Bridges") == []


def test_only_so_many_blocks_are_looked_at() -> None:
    assert found("<p>Other text" * 2 + "<p>Bridges", "Bridges", most=2) == []


@pytest.mark.parametrize(
    "text", ["Brid&amp;amp;ges", "Brid&amp;#103;es", "&lt;b>Bridges&lt;/b>", "Bridge\u0301s", "Brídges"]
)
def test_what_cannot_be_told_is_kept(text: str) -> None:
    assert len(found(f"<p>{text}", "The Bridges")) == 1


def test_a_long_block_is_not_judged() -> None:
    assert len(found("<p>Bridges" + " " * 2000 + "x", "The Bridges")) == 1


def test_no_repeated_block_is_left_out() -> None:
    chance = random.Random(9)
    pieces = ["Tea", "tea ", "pot", "É", "e\u0301", " & ", "&amp;", "&lt;", "/", "<b>x</b>", "2", "…", " ", "ชา"]
    for _ in range(400):
        title = "".join(chance.choices(["tea", "pot", "é", "x", "2", " ", "ชา"], k=8))
        texts = parse("".join(f"<p>{''.join(chance.choices(pieces, k=4))}" for _ in range(6))).texts
        whole = letters_of(title)
        kept = repeated_blocks(texts, whole, 4, 100, 3000, HEADING)
        for block in range(texts.blocks):
            own = letters_of(
                clean(inline_text(texts, int(texts.block_start[block]), int(texts.block_start[block + 1])))
            )
            if len(own) > 3 and own in whole and texts.block_length[block] >= 4:
                assert block in kept, (title, own)
