"""Words come out whole, nothing is lost, and Thai is cut as PyThaiNLP cuts it."""

import sys
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pythainlp.tokenize.newmm import segment as pythainlp_newmm
from pythainlp.util import Trie

from kaensan.errors import UsageError
from kaensan.thai import Dictionary, Segmentation, segment, standard_dictionary, words
from kaensan.thai.newmm import cut

PASSAGE = (
    "เช้าวันจันทร์ที่ผ่านมา ชาวบ้านริมคลองช่วยกันเก็บผักตบชวา ก่อนน้ำหลากจะมาถึงในเดือน ก.ย. ปีนี้ "
    "ผู้ใหญ่บ้านเล่าว่าทุกคนกตัญญูต่อแม่น้ำ ฟื้นป่าชายเลนได้กว่า 1,200.50 ไร่ (ราว 40%) ตากลมแล้วนั่งตากลม "
    "ปู่ย่าตายายเปี่ยมสุข เปลี่ยนไปเลี้ยงกุ้งก้ามกราม เบียร์สด ๆ ขายดี ฯลฯ e-mail: ask@example.org\nบรรทัดใหม่\r\nจบ"
)
ALPHABET = "กขงดตนบปมยรลวสหอะาำิีึืุูเแโใไัํ่้๊๋์็ๆฯ๑. -,aZé1\n\r漢か🙂\u200b"


@given(st.text(ALPHABET + PASSAGE, max_size=60))
def test_pieces_join_to_the_text(text: str) -> None:
    assert "".join(segment(text)) == text
    assert all(segment(text)) or not text


@given(st.text(max_size=60))
def test_pieces_join_to_any_text(text: str) -> None:
    assert "".join(segment(text)) == text


@given(st.text(ALPHABET, max_size=40) | st.lists(st.sampled_from(PASSAGE.split()), max_size=8).map("".join))
def test_thai_is_cut_as_pythainlp_cuts_it(text: str) -> None:
    assert cut(text, standard_dictionary().entries) == pythainlp_newmm(text, _pythainlp_trie())


def test_a_passage_is_cut_as_pythainlp_cuts_it() -> None:
    theirs = [piece for piece in pythainlp_newmm(PASSAGE, _pythainlp_trie()) if "\u0e00" <= piece[0] <= "\u0e7f"]
    ours = [piece for piece in segment(PASSAGE) if "\u0e00" <= piece[0] <= "\u0e7f"]
    assert ours == theirs


def test_words_keep_their_marks() -> None:
    assert words("ปู่ที่กตัญญูฟื้นน้ำ") == ["ปู่", "ที่", "กตัญญู", "ฟื้น", "น้ำ"]


def test_mixed_text_is_cut_by_script() -> None:
    text = "ซื้อ iPhone15 ราคา 32,900.50 บาท💰 café naïve 東京タワー Привет мир"
    assert words(text) == (
        ["ซื้อ", "iPhone15", "ราคา", "32,900.50", "บาท", "café", "naïve", "東京", "タワー", "Привет", "мир"]
    )


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("can't stop", ["can't", " ", "stop"]),
        ("U.S.A. today", ["U.S.A", ".", " ", "today"]),
        ("e\u0301te\u0301 l’été", ["e\u0301te\u0301", " ", "l’été"]),
        ("हिन्दी में", ["हिन्दी", " ", "में"]),
        ("نص عربي، جيد", ["نص", " ", "عربي", "،", " ", "جيد"]),
        ("한국어 문장", ["한국어", " ", "문장"]),
        ("👩‍👩‍👧🇹🇭🇱🇦", ["👩‍👩‍👧", "🇹🇭", "🇱🇦"]),
        ("a_b 3.14 1,000", ["a_b", " ", "3.14", " ", "1,000"]),
        ("ສະບາຍດີ ជំរាបសួរ", ["ສະບາຍດີ", " ", "ជំរាបសួរ"]),
    ],
)
def test_other_scripts_follow_the_unicode_word_boundaries(text: str, pieces: list[str]) -> None:
    assert segment(text) == pieces


def test_chinese_comes_as_pairs_or_as_words() -> None:
    assert words("人民银行") == ["人民", "民银", "银行"]
    assert words("中国人民银行。", Segmentation(cjk="words")) == ["中国人民银行"]


def test_japanese_words_come_from_a_dictionary() -> None:
    assert words("東京で会見 テレビ", Segmentation(cjk="words")) == ["東京", "で", "会見", "テレビ"]


def test_a_user_dictionary_keeps_names_whole() -> None:
    names = standard_dictionary().extended(["บุษบงยา", "iPhone 15", "7-เซเว่น"])
    text = "บุษบงยาซื้อ iPhone 15 ที่ 7-เซเว่น ไม่ใช่ iPhone 150"
    pieces = segment(text, Segmentation(names))
    assert "".join(pieces) == text
    assert pieces[0] == "บุษบงยา"
    assert pieces.count("iPhone 15") == 1
    assert "7-เซเว่น" in pieces
    assert "บุษบงยา" not in segment(text)


def test_nlpo3_loses_nothing_and_mostly_agrees() -> None:
    ours, theirs = segment(PASSAGE), segment(PASSAGE, Segmentation(thai="nlpo3"))
    assert "".join(theirs) == PASSAGE
    assert len(set(ours) & set(theirs)) > 0.9 * len(set(ours))
    names = Segmentation(standard_dictionary().extended(["บุษบงยา"]), thai="nlpo3")
    assert segment("บุษบงยา ซื้อ", names)[0] == "บุษบงยา"


@pytest.mark.parametrize(
    ("module", "text", "options"),
    [
        ("nlpo3", "กา", Segmentation(Dictionary(["กา"]), thai="nlpo3")),
        ("rjieba", "中国", Segmentation(cjk="words")),
        ("fugashi", "です", Segmentation(cjk="words")),
    ],
)
def test_a_missing_engine_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, text: str, options: Segmentation
) -> None:
    from kaensan.thai import cjk

    cjk._cutter.cache_clear()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError, match=r"kaensan\[(thai|cjk)\]"):
        segment(text, options)


class CountingEntries(dict[str, bool]):
    """Dictionary entries that count how often they are asked."""

    asked = 0

    def get(self, key: str, default: object = None) -> bool | None:  # type: ignore[override]
        self.asked += 1
        return super().get(key)


@pytest.mark.parametrize("unit", ["ก", "ตากลม", "่", "เ", "มาตา", "ๆ", "a", "กขฃ", "1ก", "\u200b"])
def test_the_work_is_linear_on_hostile_text(unit: str) -> None:
    entries = CountingEntries(standard_dictionary().entries)
    text = unit * 30_000
    assert "".join(cut(text, entries)) == text
    assert entries.asked < 20 * len(text)


def test_readings_that_never_meet_stay_linear() -> None:
    # From "ทา" two chains of words run side by side for ever: a graph of 40,000 places, one path.
    dictionary = Dictionary(["ทา", "ทามา", "มาตา", "ตามา"])
    text = "ทา" + "มาตา" * 20_000
    pieces = cut(text, dictionary.entries)
    assert "".join(pieces) == text
    assert pieces[:3] == ["ทา", "มาตา", "มาตา"]


@pytest.mark.parametrize("unit", ["\u0301", "a\u200d", "🇹🇭", "漢", "🙂\ufe0f"])
def test_long_stretches_of_signs_are_cut_without_loss(unit: str) -> None:
    text = unit * 20_000
    assert "".join(segment(text)) == text


@cache
def _pythainlp_trie() -> Trie:
    return Trie(standard_dictionary().words)
