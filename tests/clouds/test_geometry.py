"""In every cloud no ink touches other ink, none is clipped, and sizes follow weights. Checked on pixels."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from kaensan.clouds.cloud import Cloud
from kaensan.clouds.drawing import Drawing, Look
from kaensan.clouds.fonts import load_font
from kaensan.clouds.layout import SMALLEST, Extent, arrange
from kaensan.clouds.palette import DARK, LIGHT, Palette, contrast
from kaensan.clouds.png import term_mask
from kaensan.clouds.terms import Term

WORDS = [
    *("ปู่", "ที่", "น้ำ", "กตัญญู", "ฟื้น", "ป๋า", "ฎีกา", "ฐิติ", "ญี่ปุ่น", "กุ้ง", "ไก่", "โต๊ะ", "เปลี่ยน", "รัฐธรรมนูญ", "ฝน", "ช้าง"),
    *("กรุงเทพมหานคร", "เชียงใหม่", "ใจ", "ฤๅษี", "พฤกษ์", "เสื้อ", "ก๋วยเตี๋ยว", "หมู่บ้าน", "ผู้สื่อข่าว", "ศิลปวัฒนธรรม", "จุฬาฯ"),
    *("โควิด-19", "Google", "gypsy", "Ångström", "É", "iPhone", "Qj", "fly", "climate change", "Huawei P50", "ฟ้า สวย"),
]
EDGE = 60
FAINT = 8
"""of 255: what a reduced picture spreads around a stroke"""


def random_cloud(seed: int) -> Cloud:
    """A small cloud with some words, some weights, some shape."""
    rng = random.Random(seed)
    words = rng.sample(WORDS, rng.randint(1, 22))
    weights = sorted((rng.paretovariate(1.2) for _ in words), reverse=True)
    terms = tuple(Term(word, 1, weight, 1) for word, weight in zip(words, weights, strict=True))
    return Cloud(terms, Look(rng.randint(240, 520), rng.randint(160, 400), seed=seed))


def ink_of(drawing: Drawing, scale: float = 1) -> list[NDArray[np.bool_]]:
    """The pixels of each term, on a canvas with room around it."""
    size = (round(drawing.look.width * scale) + 2 * EDGE, round(drawing.look.height * scale) + 2 * EDGE)
    layers = []
    for drawn in drawing.drawn:
        layer = Image.new("L", size)
        mask, (left, top) = term_mask(drawing.font, drawn, scale)
        layer.paste(mask, (left + EDGE, top + EDGE))
        layers.append(np.asarray(layer) > FAINT)
    return layers


@pytest.mark.parametrize("first", range(0, 200, 25))
def test_nothing_overlaps_and_nothing_is_clipped(first: int) -> None:
    for seed in range(first, first + 25):
        cloud = random_cloud(seed)
        layers = ink_of(cloud.drawing)
        assert len(layers) == len(cloud.terms)
        depth = np.sum(layers, axis=0)
        assert depth.max() == 1, f"terms overlap in cloud {seed}"
        inside = depth[EDGE:-EDGE, EDGE:-EDGE]
        assert inside.sum() == depth.sum(), f"ink leaves the canvas of cloud {seed}"
        for layer, drawn in zip(layers, cloud.drawing.drawn, strict=True):
            rows, columns = np.flatnonzero(layer.any(axis=1)) - EDGE, np.flatnonzero(layer.any(axis=0)) - EDGE
            place = drawn.place
            near = max(2, 0.03 * place.size)
            assert place.left - near <= columns[0] <= columns[-1] <= place.right + near
            assert place.top - near <= rows[0] <= rows[-1] <= place.bottom + near


def test_sizes_follow_weights() -> None:
    for seed in range(20):
        drawn = random_cloud(seed).drawing.drawn
        sizes = [each.place.size for each in drawn]
        assert sizes == sorted(sizes, reverse=True)
        assert min(sizes) >= SMALLEST


def test_the_same_seed_gives_the_same_picture() -> None:
    first, again = random_cloud(7), random_cloud(7)
    assert first.svg == again.svg
    assert first.png == again.png
    other = Cloud(first.terms, Look(first.look.width, first.look.height, seed=8))
    assert other.svg != first.svg


def test_three_hundred_terms_find_room() -> None:
    rng = random.Random(5)
    terms = tuple(Term(f"{rng.choice(WORDS)}{number}", 1, 1000 / (number + 1), 1) for number in range(300))
    drawing = Cloud(terms).drawing
    assert len(drawing.drawn) == 300
    assert drawing.warnings == ()


def test_what_has_no_room_is_left_out_with_a_word() -> None:
    terms = tuple(Term(f"{WORDS[number % 20]}{number}", 1, 1, 1) for number in range(400))
    drawing = Cloud(terms, Look(200, 150)).drawing
    assert 0 < len(drawing.drawn) < 400
    assert "no room" in drawing.warnings[0]
    assert np.sum(ink_of(drawing), axis=0).max() == 1


def test_a_term_wider_than_the_canvas_is_left_out() -> None:
    drawing = Cloud((Term("ก" * 500, 1, 2, 1), Term("งู", 1, 1, 1)), Look(100, 80)).drawing
    assert [drawn.term.text for drawn in drawing.drawn] == ["งู"]


def test_one_word_fills_the_canvas() -> None:
    (drawn,) = Cloud((Term("น้ำ", 1, 1, 1),), Look(400, 300)).drawing.drawn
    assert drawn.place.bottom - drawn.place.top > 100


def test_nothing_to_arrange() -> None:
    assert arrange([], [], 100, 100) == []


def test_an_extent_without_ink_is_placed() -> None:
    (place,) = arrange([Extent(0, 0, 0, 0)], [1.0], 100, 100)
    assert place is not None


@pytest.mark.parametrize(
    ("plain", "marked"), [("ที", "ที่"), ("ปา", "ป่า"), ("นำ", "น้ำ"), ("ฟืน", "ฟื้น"), ("ปู", "ปู่"), ("เสือ", "เสื้อ")]
)
def test_a_tone_mark_stands_above_all_else(plain: str, marked: str) -> None:
    (below, _), (above, _) = load_font().measure([plain, marked])
    assert above.top < below.top - 0.05
    assert above.bottom == pytest.approx(below.bottom, abs=0.02)
    assert above.right == pytest.approx(below.right, abs=0.02)


def test_consonants_make_room_for_vowels_below() -> None:
    # ญ loses its foot before ู, so the vowel stands where it stands under any consonant.
    (with_foot, _), (plain, _) = load_font().measure(["ญู", "นู"])
    assert with_foot.bottom == pytest.approx(plain.bottom, abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_colour_can_be_read(palette: Palette) -> None:
    for colour in (palette.text, *palette.hues, *palette.sides):
        assert contrast(colour, palette.background) >= 4.5
