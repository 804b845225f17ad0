"""A cloud in every format, with any font and any text."""

import io
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from PIL import Image

import kaensan
from kaensan.clouds.cloud import FORMATS, Cloud
from kaensan.clouds.drawing import Look
from kaensan.clouds.fonts import load_font
from kaensan.clouds.palette import DARK, LIGHT
from kaensan.clouds.terms import Term, TermOptions
from kaensan.errors import InputError, UsageError

SVG = "{http://www.w3.org/2000/svg}"
NEWS = "น้ำท่วมเชียงใหม่ ฝนตกหนัก น้ำท่วมบ้าน <b>R&D</b> ฝนตก"


@pytest.fixture
def boxes(tmp_path: Path) -> Path:
    """A font with boxes for Latin and Hebrew letters, and for no other script."""
    letters = [*map(chr, range(0x20, 0x7F)), *map(chr, range(0x5D0, 0x5EB))]
    pen = TTGlyphPen(None)
    for number, point in enumerate([(50, 0), (50, 700), (450, 700), (450, 0)]):
        (pen.lineTo if number else pen.moveTo)(point)
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", *(f"u{ord(letter):04X}" for letter in letters)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names[1:], strict=True)})
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "fullName": "Boxes"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(tmp_path / "boxes.ttf")
    return tmp_path / "boxes.ttf"


def texts_of(svg: str) -> list[str]:
    found = [text for text in ElementTree.fromstring(svg).iter(f"{SVG}text") if text.get("class") != "legend"]
    return ["".join(element.itertext()).removeprefix(element[0].text or "") for element in found]


def test_text_stays_text_in_svg() -> None:
    cloud = kaensan.cloud(NEWS)
    assert texts_of(cloud.svg) == [term.text for term in cloud.terms]
    assert "น้ำท่วม" in texts_of(cloud.svg)


def test_svg_carries_the_part_of_the_font_that_it_needs() -> None:
    found = re.search(r"base64,([A-Za-z0-9+/=]+)\)", kaensan.cloud("น้ำ").svg)
    assert found
    font = TTFont(io.BytesIO(b64decode(found.group(1))))
    characters = set(map(chr, font.getBestCmap()))
    assert set("น้ำ") | {"\u0e4d", "\u0e32"} <= characters  # SARA AM is drawn as two glyphs
    assert "ก" not in characters


def test_svg_and_html_load_nothing() -> None:
    cloud = kaensan.cloud(NEWS)
    for picture in (cloud.svg, cloud.html):
        links = re.findall(r"(?:https?:)?//[^\s\"'<)]+", re.sub(r"base64,[^)]*", "", picture))
        assert set(links) <= {"http://www.w3.org/2000/svg"}


def test_png_has_the_size_and_colours_of_its_look() -> None:
    for theme, palette in (("light", LIGHT), ("dark", DARK)):
        look = Look(300, 200, theme=theme, scale=1.5)  # type: ignore[arg-type]
        image = Image.open(io.BytesIO(kaensan.cloud(NEWS, look=look).png))
        assert image.size == (450, 300)
        assert image.getpixel((0, 0)) == tuple(bytes.fromhex(palette.background[1:]))
        assert len(image.getcolors(1 << 20) or ()) > 10


def test_a_comparison_is_coloured_by_side() -> None:
    cloud = kaensan.cloud("แมว " * 50 + "บ้าน " * 50, compare="หมา " * 50 + "บ้าน " * 50, look=Look(theme="light"))
    classes = {
        "".join(element.itertext()).removeprefix(element[0].text or ""): element.get("class")
        for element in ElementTree.fromstring(cloud.svg).iter(f"{SVG}text")
        if element.get("class") != "legend"
    }
    assert classes == {"แมว": "side0", "บ้าน": "side1", "หมา": "side2"}


def test_a_comparison_has_a_legend_with_the_names_of_its_sides() -> None:
    cloud = kaensan.cloud("แมว " * 9, compare="หมา " * 9, look=Look(300, 200, theme="light"), sides=("cats", "dogs"))
    legend = [
        text.text for text in ElementTree.fromstring(cloud.svg).iter(f"{SVG}text") if text.get("class") == "legend"
    ]
    assert legend == ["cats", "ทั้งสอง", "dogs"]
    assert all(drawn.place.bottom <= 160 for drawn in cloud.drawing.drawn)
    assert 'class="legend"' in cloud.html
    assert 'class="legend"' not in kaensan.cloud("แมว").svg
    image = Image.open(io.BytesIO(cloud.png)).convert("RGB")
    assert image.getpixel((46, 360)) == tuple(bytes.fromhex(LIGHT.sides[0][1:]))


def test_a_rare_term_of_one_side_leans_less_than_a_frequent_one() -> None:
    terms = kaensan.cloud("แมว " * 30 + "ปลา", compare="หมา " * 30).terms
    leaning = {term.text: term.leaning for term in terms}
    assert leaning["แมว"] > leaning["ปลา"] > 0 > leaning["หมา"]


def test_an_html_cloud_has_the_title_and_the_language_of_its_page() -> None:
    page = "<html lang=de><title>Der Hund</title><article><h1>Der Hund</h1><p>" + "Der Hund bellt im Garten laut. " * 9
    html = kaensan.cloud(kaensan.extract(page, method="weight")).html
    assert '<html lang="de">' in html
    assert "<title>Der Hund</title>" in html
    thai = kaensan.cloud(NEWS).html
    assert '<html lang="th">' in thai
    assert "<title>เมฆคำ</title>" in thai
    assert "เลือกคำ" in thai


def test_the_page_around_a_cloud_is_in_its_font_wholly_or_not_at_all() -> None:
    assert 'font: 1rem/1.6 "Kaensan cloud", sans-serif' in kaensan.cloud("น้ำท่วม น้ำท่วม").html
    mixed = kaensan.cloud("น้ำท่วม שלום " + "น้ำท่วม " * 60).html
    assert "font: 1rem/1.6 system-ui, sans-serif" in mixed


def test_json_and_list_hold_the_terms(tmp_path: Path) -> None:
    cloud = kaensan.cloud(NEWS)
    read = json.loads(str(cloud.render("json")))
    assert read["terms"][0]["text"] == "น้ำท่วม"
    assert read["terms"][0]["count"] == 2
    assert read["terms"][0]["sentences"]
    assert cloud.text.splitlines()[0] == "น้ำท่วม\t2\t2"


@pytest.mark.parametrize("form", FORMATS)
def test_the_ending_names_the_format(form: str, tmp_path: Path) -> None:
    target = tmp_path / f"cloud.{form.upper()}"
    kaensan.cloud(NEWS).save(target)
    starts = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html", "json": b"{", "txt": "น้ำท่วม".encode()}
    assert target.read_bytes().startswith(starts[form])


def test_an_unknown_ending_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    cloud = kaensan.cloud(NEWS)
    with pytest.raises(UsageError, match="svg, png"):
        cloud.save(tmp_path / "cloud.gif")
    with pytest.raises(InputError, match="cannot write"):
        cloud.save(tmp_path / "missing" / "cloud.svg")


def test_hostile_words_do_not_leave_their_element() -> None:
    terms = (Term("</text><script>alert(1)</script>", 1, 2, 1), Term('"&', 1, 1, 1, ("</script><script>alert(2)",)))
    cloud = Cloud(terms, Look(theme="light"))
    assert "<script>" not in cloud.svg
    assert ElementTree.fromstring(cloud.svg) is not None
    assert json.loads(str(cloud.render("json")))["terms"][0]["text"].startswith("</text>")
    assert cloud.html.count("<script") == 2


@pytest.mark.parametrize("form", FORMATS)
def test_broken_characters_are_written_in_every_format(form: str, tmp_path: Path) -> None:
    kaensan.cloud("ช้าง \ud800 ช้าง\x00\ufffe \x1b").save(tmp_path / f"cloud.{form}")
    assert (tmp_path / f"cloud.{form}").stat().st_size


@pytest.mark.parametrize("text", ["", "😀 🎉", "123"])
def test_nothing_to_draw_gives_an_empty_picture_that_says_so(text: str) -> None:
    cloud = kaensan.cloud(text)
    assert texts_of(cloud.svg) == []
    assert cloud.warnings == ("there are no words to draw",)
    assert cloud.png.startswith(b"\x89PNG")


def test_a_font_without_thai_is_refused_by_the_name_of_the_script(boxes: Path) -> None:
    with pytest.raises(UsageError, match="Boxes has no letters for Thai"):
        _ = kaensan.cloud(NEWS, look=Look(font=boxes)).svg


def test_the_default_font_names_what_it_lacks() -> None:
    with pytest.raises(UsageError, match="no letters for Hebrew"):
        _ = kaensan.cloud("שלום עולם שלום").svg
    with pytest.raises(UsageError, match="no letters for CJK"):
        _ = kaensan.cloud("人民银行").svg


def test_a_few_words_of_another_script_are_left_out_with_a_word() -> None:
    cloud = kaensan.cloud("น้ำท่วม " * 30 + "שלום")
    assert texts_of(cloud.svg) == ["น้ำท่วม"]
    assert cloud.warnings == ("1 terms are not drawn: Sarabun SemiBold has no letters for Hebrew",)


def test_right_to_left_text_is_drawn_in_a_font_that_has_it(boxes: Path) -> None:
    cloud = kaensan.cloud("שלום עולם שלום peace", look=Look(300, 200, font=boxes))
    assert set(texts_of(cloud.svg)) == {"שלום", "עולם", "peace"}
    assert cloud.warnings == ()


def test_what_is_no_font_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no.ttf").write_bytes(b"no font")
    for path in (tmp_path / "no.ttf", tmp_path / "missing.ttf"):
        with pytest.raises(UsageError, match="cannot be read as a font"):
            load_font(path)


@pytest.mark.parametrize("options", [{"width": 10}, {"height": 100_000}, {"scale": 0}, {"theme": "pink"}])
def test_a_look_out_of_range_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        Look(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("module", ["stopwordsiso", "fontpkg_sarabun"])
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError, match=r"kaensan\[cloud\]"):
        _ = kaensan.cloud(NEWS).svg


def test_pillow_without_shaping_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("PIL.features.check", lambda name: False)
    with pytest.raises(UsageError, match="FriBiDi"):
        load_font()


def test_a_cloud_of_a_hundred_thousand_words_is_drawn() -> None:
    text = " ".join(f"word{number}" for number in range(100_000))
    cloud = kaensan.cloud(text, terms=TermOptions(limit=200))
    assert len(cloud.drawing.drawn) == 200
