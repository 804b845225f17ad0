"""Which encoding a page is read in, and what is said about it."""

from __future__ import annotations

import codecs
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaensan.page.decode import Decoded, decode

THAI = "<p>ภาษาไทยเป็นภาษาที่ไม่มีช่องว่างระหว่างคำ การตัดคำจึงสำคัญ"
FRENCH = "<p>Été après été, le café resta fermé à cause de la chaleur"


def meta(label: str) -> str:
    return f'<html><head><meta charset="{label}">'


# The order: byte-order mark, HTTP, meta, strict UTF-8, detector.


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be")],
)
def test_a_byte_order_mark_outranks_every_declaration(mark: bytes, encoding: str) -> None:
    page = meta("tis-620") + THAI
    assert decode(mark + page.encode(encoding), "shift_jis") == Decoded(page, encoding)


def test_the_http_charset_outranks_the_meta_element() -> None:
    page = meta("iso-8859-2") + "<p>Příliš žluťoučký kůň úpěl ďábelské ódy"
    decoded = decode(page.encode("cp1250"), "windows-1250")
    assert decoded == Decoded(page, "windows-1250")


def test_the_meta_element_is_read_when_http_is_silent_or_unknown() -> None:
    data = (meta("shift_jis") + "日本語の文章").encode("shift_jis")
    assert decode(data).encoding == "shift_jis"
    assert decode(data, "no-such-charset").encoding == "shift_jis"


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta http-equiv="Content-Type" content="text/html; charset=tis-620">',
        "<META CHARSET=TIS-620>",
        "<meta name=x><meta charset = 'tis-620' >",
        '<?xml version="1.0" encoding="tis-620"?>',
    ],
)
def test_every_way_to_declare_an_encoding_inside_the_page_is_read(declaration: str) -> None:
    page = declaration + THAI
    assert decode(page.encode("cp874")) == Decoded(page, "windows-874")


def test_a_declaration_in_a_comment_does_not_count() -> None:
    page = f"<!-- {meta('windows-874')} -->{meta('windows-1250')}<p>Příliš žluťoučký kůň"
    assert decode(page.encode("cp1250")) == Decoded(page, "windows-1250")


def test_without_a_declaration_valid_utf8_is_utf8() -> None:
    assert decode(THAI.encode()) == Decoded(THAI, "utf-8")


def test_without_a_declaration_the_detector_finds_thai() -> None:
    assert decode(THAI.encode("cp874")) == Decoded(THAI, "windows-874")


def test_an_empty_page_is_empty() -> None:
    assert decode(b"") == Decoded("", "utf-8")


def test_utf16_without_a_mark_is_read_when_http_says_so() -> None:
    assert decode(THAI.encode("utf-16-be"), "utf-16be") == Decoded(THAI, "utf-16be")


def test_a_meta_element_that_says_utf16_is_in_utf8() -> None:
    page = meta("utf-16") + THAI
    assert decode(page.encode()) == Decoded(page, "utf-8")


# Thai has many names for one encoding.


@pytest.mark.parametrize(
    "label",
    [
        *["tis-620", "TIS620", "tis_620", "tis-620-2533", "iso-8859-11", "iso8859-11", "ISO_8859-11", "windows-874"],
        *["Windows874", "x-windows-874", "cp874", "CP-874", "ms874", "ibm874", "dos-874", "thai", "x-thai"],
    ],
)
def test_every_thai_label_is_windows_874(label: str) -> None:
    assert decode(THAI.encode("cp874"), label) == Decoded(THAI, "windows-874")


@pytest.mark.parametrize("label", ["x-user-defined", "x-user-thai", "user-defined"])
def test_a_label_that_says_nothing_leaves_it_to_the_bytes(label: str) -> None:
    page = meta(label) + THAI
    decoded = decode(page.encode("cp874"))
    assert (decoded.text, decoded.encoding) == (page, "windows-874")


def test_the_punctuation_that_windows_added_to_thai_is_kept() -> None:
    assert decode(b"\x80 \x85 \x91a\x92 \x93b\x94 \x95 \x96 \x97", "tis-620").text == "€ … ‘a’ “b” • – —"


@given(st.binary(max_size=200), st.sampled_from(["tis-620", "windows-874", "iso-8859-11"]))
def test_thai_never_decodes_to_a_control_character(data: bytes, label: str) -> None:
    decoded = decode(data, label)
    if decoded.encoding == "windows-874":
        assert not any("\x80" <= char <= "\x9f" for char in decoded.text)
        assert len(decoded.text) == len(data.replace(b"\r\n", b"\n"))


def test_bytes_that_windows_874_leaves_undefined_are_replaced_with_a_warning() -> None:
    decoded = decode(b"\xa1\x81\x9f\xfc\xa2", "tis-620")
    assert decoded.text == "ก\ufffd\ufffd\ufffdข"
    assert decoded.warnings == ("3 undecodable byte sequences in windows-874 became U+FFFD",)


@pytest.mark.parametrize("number", range(1250, 1259))
def test_a_byte_that_a_windows_encoding_leaves_undefined_is_replaced_wherever_it_is(number: int) -> None:
    for byte in range(0x80, 0xA0):
        text = decode(b"caf" + bytes([byte]) + b" at the corner", f"windows-{number}").text
        assert not "\x80" <= text[3] <= "\x9f"


# Pages that are wrong about themselves.


def test_declared_utf8_that_is_thai_throughout_is_corrected_with_a_warning() -> None:
    page = meta("utf-8") + THAI
    decoded = decode(page.encode("cp874"))
    assert (decoded.text, decoded.encoding) == (page, "windows-874")
    assert decoded.warnings == ("the page says it is utf-8 but its bytes are windows-874; read as windows-874",)


@pytest.mark.parametrize("label", ["iso-8859-1", "latin1", "cp1252", "us-ascii", "iso-8859-15", "tis-620", "gbk"])
def test_declared_as_another_encoding_but_plainly_utf8_is_corrected_with_a_warning(label: str) -> None:
    page = meta(label) + THAI
    decoded = decode(page.encode())
    assert (decoded.text, decoded.encoding) == (page, "utf-8")
    assert "its bytes are utf-8" in decoded.warnings[0]


def test_declared_latin1_that_is_thai_is_corrected_with_a_warning() -> None:
    page = meta("iso-8859-1") + THAI
    decoded = decode(page.encode("cp874"))
    assert (decoded.text, decoded.encoding) == (page, "windows-874")
    assert "its bytes are windows-874" in decoded.warnings[0]


def test_declared_utf16_over_http_but_plainly_utf8_is_corrected_with_a_warning() -> None:
    decoded = decode(THAI.encode(), "utf-16le")
    assert (decoded.text, decoded.encoding) == (THAI, "utf-8")
    assert "its bytes are utf-8" in decoded.warnings[0]


def test_a_right_declaration_is_believed_without_a_warning() -> None:
    assert decode(FRENCH.encode("latin1"), "iso-8859-1") == Decoded(FRENCH, "windows-1252")
    assert decode("10 €".encode("iso-8859-15"), "iso-8859-15") == Decoded("10 €", "iso-8859-15")


def test_a_few_foreign_bytes_do_not_make_utf8_another_encoding() -> None:
    decoded = decode(meta("utf-8").encode() + THAI.encode() + b" \xa0\xe9 " + THAI.encode())
    assert decoded.encoding == "utf-8"
    assert decoded.text.count("ภาษาไทย") == 2
    assert decoded.warnings == ("2 undecodable byte sequences in utf-8 became U+FFFD",)


def test_a_page_cut_inside_a_character_says_so() -> None:
    decoded = decode(THAI.encode()[:-1])
    assert decoded.text == THAI[:-1] + "\ufffd"
    assert decoded.warnings == ("the page ends in the middle of a character",)


def test_a_replacement_character_that_the_page_itself_contains_is_no_news() -> None:
    assert decode("ก\ufffdข".encode()) == Decoded("ก\ufffdข", "utf-8")


@pytest.mark.parametrize("label", ["iso-2022-kr", "hz-gb-2312", "replacement"])
def test_labels_that_browsers_refuse_do_not_empty_the_page(label: str) -> None:
    assert decode(b"<p>plain words", label).text == "<p>plain words"


@pytest.mark.parametrize("label", ["", " ", "\x00", "\ud800", "ไทย", "a" * 5000, "utf-7", "../x", '"utf-8"', " UTF8 "])
def test_any_charset_that_a_server_may_send_is_survived(label: str) -> None:
    assert decode(THAI.encode(), label).text == THAI


@given(st.binary(max_size=300), st.one_of(st.none(), st.text(max_size=20), st.sampled_from(["big5", "utf-16", "gbk"])))
def test_any_bytes_decode_and_always_the_same_way(data: bytes, charset: str | None) -> None:
    decoded = decode(data, charset)
    assert decoded == decode(data, charset)
    spelled_out = b"\xef\xbf\xbd" in data or decoded.encoding.startswith(("utf-16", "gb"))
    if "\ufffd" in decoded.text and not spelled_out:
        assert decoded.warnings


@given(st.text(max_size=300))
def test_text_in_utf8_comes_back_as_it_was(text: str) -> None:
    data = ("<p>" + text.replace("<", "").replace("\r", "")).encode("utf-8", "replace")
    assert decode(data).text.encode() == data


@pytest.mark.parametrize("encoding", ["utf-8", "windows-874", "utf-16le"])
def test_line_ends_are_alike_in_every_encoding(encoding: str) -> None:
    assert decode(
        f"<p>{THAI}\r\n\n\rไทย\r".encode(encoding if encoding != "windows-874" else "cp874"), encoding
    ).text == (f"<p>{THAI}\n\n\nไทย\n")


# A few wrong bytes never change how all the others are read.

TEXTS = {
    "thai": ("การเดินทางของเรือใหญ่ไปยังเมืองท่า วันนี้ฝนตกหนักที่สุดในรอบปี ผู้คนจำนวนมากจึงอยู่บ้าน " * 3, "cp874"),
    "chinese": ("<p>今天天气很好，我们去公园散步吧。<p>中华人民共和国成立以后，这里的变化非常大。" * 3, "gbk"),
    "japanese": ("<p>今日は天気がとても良いので、公園へ行きました。<p>昨日は雨が降っていました。" * 3, "shift_jis"),
    "russian": ("Сегодня очень хорошая погода, поэтому мы пошли гулять в парк. Вчера шёл дождь. " * 3, "cp1251"),
    "western": ("L’été dernier, nous sommes allés à la plage ; c’était très agréable, déjà. " * 3, "cp1252"),
}
NAMES = {"cp874": "windows-874", "cp1251": "windows-1251", "cp1252": "windows-1252"}


def _mostly(decoded: Decoded, text: str) -> bool:
    """Whether most characters beyond ASCII are those of the text: one lost byte may cost a sentence of Chinese."""
    expected = Counter(char for char in text if char > "\x7f")
    read = Counter(char for char in decoded.text if char > "\x7f")
    return (expected & read).total() > 0.7 * expected.total()


@pytest.mark.parametrize("language", TEXTS)
@given(st.data())
def test_a_page_cut_at_any_byte_is_read_as_before(language: str, data: st.DataObject) -> None:
    text, codec = TEXTS[language]
    encoding = data.draw(st.sampled_from(["utf-8", codec]))
    written = f"<p>{text}".encode(encoding)
    start = data.draw(st.integers(0, len(written) // 4))
    end = data.draw(st.integers(3 * len(written) // 4, len(written)))
    declared = data.draw(st.sampled_from([None, "utf-8", "iso-8859-1", NAMES.get(encoding, encoding)]))
    decoded = decode(written[start:end], declared)
    assert decoded.encoding == NAMES.get(encoding, encoding)
    assert _mostly(decoded, written[start:end].decode(encoding, "ignore"))


@pytest.mark.parametrize("language", TEXTS)
@given(st.data())
def test_a_byte_that_means_nothing_does_not_change_how_the_others_are_read(language: str, data: st.DataObject) -> None:
    text, codec = TEXTS[language]
    encoding = data.draw(st.sampled_from(["utf-8", codec]))
    wrong = {"cp1251": b"\x98", "cp1252": b"\x81"}.get(encoding, b"\xff")
    written = f"<p>{text}".encode(encoding)
    at = data.draw(st.integers(3, len(written) - 1).filter(lambda at: written[at] >= 0x80))
    declared = data.draw(st.sampled_from([None, "utf-8", "iso-8859-1", NAMES.get(encoding, encoding)]))
    decoded = decode(written[:at] + wrong + written[at + 1 :], declared)
    assert decoded.encoding == NAMES.get(encoding, encoding)
    assert _mostly(decoded, text)
    assert any("became U+FFFD" in warning for warning in decoded.warnings)


def test_a_warning_says_how_many_bytes_did_not_fit() -> None:
    text, codec = TEXTS["thai"]
    written = text.encode(codec)
    decoded = decode(written[:20] + b"\xff\x81" + written[20:])
    assert decoded.encoding == "windows-874"
    assert decoded.warnings == ("2 undecodable byte sequences in windows-874 became U+FFFD",)


@pytest.mark.parametrize("text", ["Straße", "œuvre très belle", "naïve café"])
def test_a_little_western_text_stays_western(text: str) -> None:
    assert decode(f"<p>{text} and plain words".encode("cp1252")).text == f"<p>{text} and plain words"


def test_declarations_are_found_in_time_that_is_linear_in_the_page() -> None:
    # Three thousand spaces between the name and what could be a label: each could be read twice, as before or after.
    assert decode(b"<meta " * 150 + b"charset=" + b" " * 3180 + b"><p>x").text.endswith("<p>x")


@pytest.mark.parametrize("label", ["tis-620", "windows-1252", "gb18030", "shift_jis"])
def test_the_first_page_of_a_process_may_be_in_any_encoding(label: str) -> None:
    program = f"from kaensan.page.decode import decode; print(decode(b'<p>plain', {label!r}).text)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "<p>plain\n", done.stderr
