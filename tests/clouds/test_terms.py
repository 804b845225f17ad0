"""Terms are what a text is about: words with a topic, compounds whole, each with its sentences."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kaensan
from kaensan.clouds.cloud_texts import read_sources
from kaensan.clouds.terms import Term, TermOptions, find_terms
from kaensan.errors import InputError, UsageError
from kaensan.page.normalise import normalise
from kaensan.thai import Segmentation, standard_dictionary

MARKET = (
    "ตลาดน้ำเปิดใหม่ริมคลอง แม่ค้าตลาดน้ำขายขนมครกและกาแฟโบราณครับ นักท่องเที่ยวชอบขนมครกมากๆ "
    "ตลาดน้ำแห่งนี้มีร้าน 45 ร้าน โทร. 02-123-4567 ค่ะ"
)


def terms_of(*texts: str, **options: object) -> list[Term]:
    return list(kaensan.cloud(texts, terms=TermOptions(**options)).terms)  # type: ignore[arg-type]


def counts_of(*texts: str, **options: object) -> dict[str, int]:
    return {term.text: term.count for term in terms_of(*texts, **options)}


def test_the_most_frequent_words_come_first() -> None:
    terms = terms_of(MARKET)
    assert [(term.text, term.count) for term in terms[:2]] == [("ตลาดน้ำ", 3), ("ขนมครก", 2)]


def test_particles_stop_words_numbers_and_single_letters_are_dropped() -> None:
    found = counts_of(MARKET + " ก ข นะคะ ที่จะ the and of a x 1,234.5 ๑๒๓ !!! 😀")
    assert not set(found) & {"ครับ", "ค่ะ", "และ", "ที่", "นะคะ", "ที่จะ", "45", "the", "and", "a", "x", "ก", "๑๒๓", "😀"}


def test_short_thai_words_are_words() -> None:
    assert counts_of("ปู ปู่ งู ปู") == {"ปู": 2, "ปู่": 1, "งู": 1}


def test_case_does_not_make_another_term() -> None:
    assert counts_of("Google google Google GOOGLE") == {"Google": 4}


def test_words_that_stand_together_become_one_term() -> None:
    text = "Climate change is here. We study climate change, and climate change worries us. The wind will change."
    assert counts_of(text)["climate change"] == 3
    assert "change" in counts_of(text)
    assert "climate" not in counts_of(text)
    assert "climate change" not in counts_of(text, compounds=False)


def test_english_forms_of_one_word_are_one_term() -> None:
    text = "The tiger trains. Tigers train; a tiger's train of thought. Trained tigers, stories and a story."
    found = counts_of(text, compounds=False)
    assert (found["tiger"], found["train"], found["stories"]) == (4, 4, 2)
    assert not {"tigers", "tiger's", "trains", "story"} & set(found)


def test_a_form_without_its_base_form_stays_as_it_is() -> None:
    assert counts_of("glasses glasses news") == {"glasses": 2, "news": 1}


def test_stop_words_are_known_with_any_apostrophe() -> None:
    assert counts_of("don’t isn’t can't river") == {"river": 1}


def test_names_of_people_are_kept_whole() -> None:
    text = "นางอรุณี แสงทุ่ง ปลูกข้าว ต่อมา อรุณี แสงทุ่ง ขายข้าว นายสมชาย ใจดีกล่าวว่าดี"
    found = counts_of(text)
    assert (found["อรุณี แสงทุ่ง"], found["สมชาย ใจดี"]) == (2, 1)
    assert not {"แสง", "ทุ่ง", "ใจดี"} & set(found)


def test_a_byline_in_the_text_names_a_person() -> None:
    text = "โดย อรุณี แสงทุ่ง เมื่อเช้านี้ ตลาดเปิดแล้ว อรุณี แสงทุ่ง รายงานจากตลาด"
    found = {term.text: term.count for term in find_terms(read_sources(text))}
    assert found["อรุณี แสงทุ่ง"] == 2
    assert not {"อรุ", "แสง", "ทุ่ง"} & found.keys()


def test_capital_words_that_stand_together_again_are_a_name() -> None:
    text = "Mara Oakes makes pots. The clay is red. In May Mara Oakes sells the Red Clay of the valley."
    found = {term.text: term.count for term in find_terms(read_sources(text))}
    assert found["Mara Oakes"] == 2
    assert "Mara" not in found
    assert found["clay"] == 2  # it is no name where the text has it in small letters too


def test_a_possessive_is_its_word() -> None:
    found = {term.text: term.count for term in find_terms(read_sources("The potter’s kiln and the potter's wheel."))}
    assert found == {"potter": 2, "kiln": 1, "wheel": 1}


def test_weekdays_and_parts_of_dates_are_left_out() -> None:
    text = "ตลาดเปิดวันเสาร์และวันอาทิตย์ ตั้งแต่วันที่ 3 เดือนหน้า แม่ค้าบอกว่าขายมาแปดสิบปี"
    found = {term.text for term in find_terms(read_sources(text))}
    assert not {"เสาร์", "วันเสาร์", "อาทิตย์", "วันที่", "เดือน", "ปี", "บอ", "บอกว่า", "แปดสิบ"} & found
    assert {"ตลาด", "แม่ค้า"} <= found


def test_the_author_of_a_page_is_a_name() -> None:
    html = (
        "<meta name=author content='อรุณี แสงทุ่ง'><article><h1>ข่าว</h1><p>อรุณี แสงทุ่ง เล่าเรื่องกล้วยไม้ป่าในหุบเขา "
        "และแม่น้ำที่ไหลผ่านหมู่บ้านของเธอในฤดูฝนปีนี้อย่างละเอียด</p></article>"
    )
    found = {term.text for term in kaensan.cloud(kaensan.extract(html, method="weight")).terms}
    assert "อรุณี แสงทุ่ง" in found


def test_number_words_units_and_dates_are_left_out_unless_wanted() -> None:
    text = "ข้าวหนึ่งร้อย ไร่ เจ็ดสิบ บาท กุมภาพันธ์ thirty kilometres in February on Monday"
    assert counts_of(text) == {"ข้าว": 1}
    assert {"หนึ่งร้อย", "กุมภาพันธ์", "February", "kilometres"} <= set(counts_of(text, figures=True))


def test_the_words_of_a_compound_are_counted_in_it_only() -> None:
    text = "Climate change is here. We study climate change, and climate change worries us. The wind will change."
    found = counts_of(text)
    assert (found["climate change"], found["change"]) == (3, 1)


def test_thai_compounds_are_found_in_the_text_itself() -> None:
    text = "เขื่อนบางปลากดเปิดแล้ว ชาวบ้านชมเขื่อนบางปลากด น้ำจากเขื่อนบางปลากดไหลแรง"
    assert max(terms_of(text), key=lambda term: len(term.text)).text == "เขื่อนบางปลากด"


def test_words_that_the_dictionary_lacks_are_put_together_again() -> None:
    text = "หัดดริปกาแฟ อยากดริปทุกเช้า ดริปง่ายมาก ดริปแล้วอร่อย"
    assert "ดริป" not in standard_dictionary()
    assert counts_of(text)["ดริป"] == 4


def test_a_space_keeps_thai_words_apart() -> None:
    assert "ฝนตกถนน" not in counts_of("ฝนตก ถนน ฝนตก ถนน ฝนตก ถนน")


def test_links_may_join_a_compound_and_other_stop_words_may_not() -> None:
    text = "Bank of Siam opened. The Bank of Siam is old; Bank of Siam lends. " + "cats and dogs. " * 3
    assert counts_of(text)["Bank of Siam"] == 3
    assert counts_of(text)["cats"] == counts_of(text)["dogs"] == 3


def test_hyphens_join_words_and_addresses_are_no_words() -> None:
    found = counts_of("โควิด-19 e-mail โควิด-19 www.example.com example.org 2020-2021")
    assert found == {"โควิด-19": 2, "e-mail": 1}


def test_every_term_keeps_its_sentences() -> None:
    term = terms_of("First line.\nThe tiger sleeps. A tiger hunts at night! Nobody came.\nTigers roar.")[0]
    assert term.text == "tiger"
    assert term.sentences == ("The tiger sleeps.", "A tiger hunts at night!", "Tigers roar.")


def test_a_long_thai_line_gives_short_sentences() -> None:
    text = "เราเดินทางไปดูช้างที่ป่าใหญ่ " * 50
    term = terms_of(text)[0]
    assert term.count == 50
    assert all(len(sentence) < 400 and term.text in sentence for sentence in term.sentences)


def test_tfidf_lifts_what_distinguishes_a_text() -> None:
    texts = ["แมว แมว บ้าน บ้าน บ้าน", "หมา หมา บ้าน บ้าน บ้าน", "นก นก บ้าน บ้าน บ้าน"]
    by_weight = {term.text: term.weight for term in terms_of(*texts, weight="tfidf")}
    assert by_weight["แมว"] == by_weight["หมา"] > by_weight["บ้าน"] / 3
    assert terms_of(*texts, weight="tfidf")[0].documents == 3
    with pytest.raises(UsageError, match="two or more"):
        terms_of("แมว", weight="tfidf")


def test_salience_lifts_what_is_rare_in_the_language() -> None:
    text = "คน คน คน คน กระต่าย กระต่าย กระต่าย people people rabbit rabbit"
    found = [term.text for term in terms_of(text, weight="salience")]
    assert found.index("กระต่าย") < found.index("คน")
    assert terms_of(text)[0].text == "คน"
    english = [term.text for term in terms_of("people people people quokka quokka", weight="salience")]
    assert english[0] == "quokka"


def test_salience_of_other_languages_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    assert terms_of("กระต่าย กระต่าย rabbit", weight="salience")[0].text == "กระต่าย"
    with pytest.raises(UsageError, match=r"kaensan\[salience\]"):
        terms_of("quokka quokka rabbit", weight="salience")


def test_words_of_headings_may_weigh_more() -> None:
    page = """<html><head><title>กล้วยไม้ป่า</title></head><body><article><h1>กล้วยไม้ป่า</h1>
    <p>แม่น้ำในหุบเขา แม่น้ำสายนี้ไหลแรง เราเดินตามหากล้วยไม้ป่าตลอดทั้งวันกับเพื่อนร่วมทางหลายคน</p></article></body></html>"""
    doc = kaensan.extract(page, method="weight")
    plain = kaensan.cloud(doc).terms
    lifted = kaensan.cloud(doc, terms=TermOptions(headings=5)).terms
    assert plain[0].text == "แม่น้ำ"
    assert lifted[0].text == "กล้วยไม้"
    assert lifted[0].weight == 5 * next(term.weight for term in plain if term.text == "กล้วยไม้")


def test_a_document_is_cut_into_words_once() -> None:
    doc = kaensan.extract("<p>ตลาดน้ำเปิดใหม่ริมคลอง แม่ค้าขายขนมครกทุกวันหยุด</p>", method="weight")
    assert doc.pieces is doc.pieces
    assert "".join(doc.pieces) == doc.text
    assert kaensan.cloud(doc).terms[0].text == "ตลาดน้ำ"


def test_a_comparison_says_to_which_side_a_term_leans() -> None:
    cats, dogs = ["แมว ปลา " * 20 + "อาหารสัตว์ " * 20], ["หมา กระดูก " * 20 + "อาหารสัตว์ " * 20]
    found = {term.text: term.leaning for term in kaensan.cloud(cats, compare=dogs).terms}
    assert found["แมว"] > 0.75
    assert found["หมา"] < -0.75
    assert abs(found["อาหารสัตว์"]) < 0.2


def test_other_languages_lose_their_stop_words() -> None:
    german = (
        "Der Hund und die Katze sind im Haus, aber der Hund will nicht schlafen, weil die Katze auf dem Sofa ist und "
        "weil der Hund unter dem Tisch ist, wo es kalt ist und wo er auch nicht so gern ist wie sie."
    )
    assert list(counts_of(german).items())[:2] == [("Hund", 3), ("Katze", 2)]
    assert not {"und", "der", "nicht", "weil"} & set(counts_of(german))
    assert "und" in counts_of("und und", language="en")


def test_chinese_and_japanese_have_terms_without_any_engine() -> None:
    assert counts_of("工商银行，工商银行。") == {"工商": 2, "银行": 2}
    assert counts_of("東京タワーと東京タワー") == {"東京": 2, "タワー": 2}
    assert counts_of("中国人民银行公告", segmentation=Segmentation(cjk="words"))["中国人民银行"] == 1


def test_a_user_dictionary_and_ignored_words_are_heeded() -> None:
    names = Segmentation(standard_dictionary().extended(["บุษบงยา"]))
    assert counts_of("บุษบงยาร้องเพลง บุษบงยา", segmentation=names)["บุษบงยา"] == 2
    assert "ร้องเพลง" not in counts_of("บุษบงยาร้องเพลง", ignored=frozenset({"ร้องเพลง"}))


@pytest.mark.parametrize("text", ["", "   \n", "!!! ...", "12 34", "😀 🎉", "ๆ ฯ", "\u0e48\u0e48"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert terms_of(text) == []


def test_one_word_is_a_term() -> None:
    assert counts_of("น้ำ") == {"น้ำ": 1}


def test_no_sources_have_no_terms() -> None:
    assert find_terms([]) == ()


def test_a_hundred_thousand_distinct_terms_are_cut_to_the_limit() -> None:
    text = " ".join(f"word{number}" for number in range(100_000)) + " tiger tiger"
    found = terms_of(text, limit=50)
    assert len(found) == 50
    assert found[0].text == "tiger"


@pytest.mark.parametrize("options", [{"limit": 0}, {"headings": 0.0}, {"fewest": 0}, {"weight": "magic"}])
def test_options_out_of_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        TermOptions(**options)  # type: ignore[arg-type]


def test_what_is_neither_document_nor_text_is_refused() -> None:
    with pytest.raises(InputError, match="int"):
        kaensan.cloud([3])  # type: ignore[list-item]


@given(st.lists(st.text("กขาีู่้ะเ นมabC-'.1漢\n", max_size=40).map(normalise), max_size=3))
def test_counts_never_exceed_the_text(texts: list[str]) -> None:
    for term in find_terms(read_sources(texts)):
        sought = term.text.casefold()
        starts = [text.casefold().startswith(sought, place) for text in texts for place in range(len(text))]
        assert 0 < term.count <= sum(starts)
        assert 1 <= term.documents <= len(texts)
        assert term.weight == term.count
