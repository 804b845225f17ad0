"""The method boards: bodies by repeated structure, and the title among its copies."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kaensan
from kaensan import parse
from kaensan.methods import Role, load
from kaensan.methods.boards.candidates import page_evidence
from kaensan.methods.boards.date_words import DAY_WORDS
from kaensan.methods.boards.feature_table import FeatureTable
from kaensan.methods.boards.group_features import group_features
from kaensan.methods.boards.groups import find_groups, looks
from kaensan.methods.boards.look_alikes import count_distinct
from kaensan.methods.boards.method import Boards
from kaensan.methods.boards.plain_dates import ASK, says_when
from kaensan.methods.boards.row_columns import may_be_said_in, strip_texts
from kaensan.methods.boards.rows import DATE, PART_BITS, STEMS, Rows, _says_when
from kaensan.page.normalise import letters_of

REPLIES = (
    "The bus leaves from behind the station, not from the front, and it is not marked at all.",
    "Bring a pillow.",
    "We went in May and had the whole lake to ourselves, apart from two fishermen and a dog.",
    "How much was the boat?",
)


def board(*, subject: bool = False, names: bool = True) -> str:
    def named(name: str) -> str:
        return f' class="{name}"' if names else ""

    posts = "".join(
        f"<div{named('post')}><div{named('author')}><a href=/u/{at}>walker{at}</a></div>"
        f"<div{named('when')}>{at + 1} May 2023</div>{'<h3>Re: Night bus to the lake</h3>' if subject else ''}"
        f"<div{named('text')}><p>{text}</p><p>So much for that (part {at}).</p></div>"
        "<a href=/reply>Reply</a> <a href=/flag>Flag</a></div>"
        for at, text in enumerate(REPLIES)
    )
    menu = "".join(f"<a href=/{word}>{word}</a> " for word in ("Home", "Boards", "Help", "Sign in"))
    return (
        f"<title>Night bus to the lake | Travel board</title><div>{menu}</div>"
        "<div>Travel board &gt; <b>Night bus to the lake</b></div>"
        f"<div{named('list')}>{posts}</div><p>All times are local. <a href=/imprint>Imprint</a></p>"
    )


def lines(html: str) -> list[str]:
    return kaensan.extract(html, method="boards").text.splitlines()


EXPECTED = [line for at, text in enumerate(REPLIES) for line in (text, f"So much for that (part {at}).")]


@pytest.mark.parametrize("names", [True, False], ids=["named", "nameless"])
def test_the_bodies_of_the_posts_are_the_content(names: bool) -> None:
    assert lines(board(names=names)) == EXPECTED


def test_subject_lines_of_posts_are_no_content() -> None:
    assert lines(board(subject=True)) == EXPECTED


def test_the_title_is_the_one_outside_the_posts() -> None:
    page = parse(board(subject=True))
    labels = Boards().label(page)
    assert [page.texts.strings[row] for row in np.flatnonzero(labels.role == Role.TITLE)] == ["Night bus to the lake"]


def test_reasons_say_how_many_look_alike() -> None:
    page = parse(board())
    labels = Boards().label(page)
    row = page.texts.strings.index("Bring a pillow.")
    assert "4 <div> elements that look alike" in labels.reason(row)
    assert "title" in labels.reason(page.texts.strings.index("Night bus to the lake"))
    assert "outside" in labels.reason(page.texts.strings.index("Home"))


def test_content_scores_higher_than_the_rest() -> None:
    labels = Boards().label(parse(board()))
    kept = labels.kept
    assert labels.score[kept].min() > labels.score[~kept].max()


def test_the_method_goes_by_its_name() -> None:
    assert load("boards").name == "boards"


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="<>/abdivptlr \n=\"'กา1", max_size=200))
def test_any_page_gets_one_role_a_row(html: str) -> None:
    page = parse(html)
    labels = Boards().label(page)
    assert len(labels.role) == len(labels.score) == len(page.texts)
    assert np.isfinite(labels.score).all()


@pytest.mark.parametrize("html", ["", "<p>", b"\x00\x01", "<script>x</script>", "<a>" * 2000, "<td>only"])
def test_bad_pages_give_labels(html: str | bytes) -> None:
    page = parse(html)
    assert len(Boards().label(page).role) == len(page.texts)


@pytest.mark.parametrize(
    "text",
    [
        *("3 May 2019", "May 3", "2019-05-03", "3.5.19", "at 10:42", "5 minutes ago", "TODAY", "yesterday", "Dec. 24"),
        *(
            "3 mär 2020",
            "12 août",
            "3 déc",
            "5 月 2019 年",
            "2019 年",
            "5월 3일",
            "๓ พ.ค. ๒๕๖๒",
            "เมื่อวาน",
            "วันนี้",
            "１２:３０",
        ),
    ],
)
def test_texts_that_say_when_are_looked_at(text: str) -> None:
    page = parse(f"<p>{text}</p><p>no such thing</p><p>over 9000 likes</p>")
    assert Rows(page).date.tolist() == [True, False, False]


def test_an_element_in_another_one_that_looks_like_it_is_no_member_of_their_group() -> None:
    page = parse("<div class=post>a<div class=post>b</div></div><div class='post 2'>c</div><div class=post></div>")
    first, _, third, _ = [row for row, _ in page.elements.having("class")]
    groups = find_groups(page.elements)
    by_class = [number for number in range(len(groups)) if groups[number].tolist() == [first, third]]
    assert [int(groups.siblings[number]) for number in by_class] == [4]


def test_names_of_boards_are_counted_as_often_as_they_occur() -> None:
    names = "<p class='forum forum-topic'>a<p class='forum forum-topic'>b<p id=Board>c<p class='กระทู้'>d<p role=forum>e"
    page = parse(f"{names}{'<br>' * 993}")
    assert len(page.elements) == 1001
    assert page_evidence(page)["board_names"] == pytest.approx(100 / 1001 * (3 + 3 + 1 + 1))


PIECES = (
    *("jan", "Janv", "JUIN", "juil", "jui", "may", "ago", "today", "yesterday", "dec", "agosto", "monday", "gestern"),
    *("stycznia", "vor", "3 giorni fa", "1", "12", "2020", ":", "-", "/", ".", " ", "  ", "    ", "_", "x", "abcdefgh"),
    *("\t", ",", "at", "\u2013", "\u00b7", "\u2019", "\u00a0", "\u00a9", "\u20ac"),
)


def test_dates_in_plain_letters_are_those_that_the_expression_finds() -> None:
    rng = random.Random(7)
    texts = ["".join(rng.choices(PIECES, k=rng.randrange(1, 8))).strip() for _ in range(4000)]
    texts = [text for text in texts if 4 <= len(text) <= 89]
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    start = np.append(0, np.cumsum([len(text) for text in texts]))
    told = says_when(codes, start[:-1], start[1:], STEMS)
    right = [DATE.search(text) is not None or text.lower() in DAY_WORDS for text in texts]
    wrong = [text for text, found, date in zip(texts, told, right, strict=True) if found != ASK and bool(found) != date]
    assert wrong == []
    assert np.count_nonzero(told == ASK) < 0.7 * len(texts)
    assert min(np.count_nonzero(told == answer) for answer in (0, 1)) > 300


def test_names_in_any_writing_have_the_same_kinds_and_patterns() -> None:
    page = parse(
        "<p class='post-1 postBody'>a</p><p class='postBody post-22'>b</p><p class='postBody post-\u0663'>c</p>"
        "<p class='post- postBody postBody'>d</p><p class='postbody post'>e</p><p class='postBody &amp; post'>f</p>"
    )
    kinds = Rows(page).kinds[-6:]
    assert ((kinds & PART_BITS["body"]) != 0).all()
    own = looks(page.elements)[0].tolist()[-6:]
    assert own[0] == own[1] == own[2] == own[3]
    assert len(set(own)) == 3


def test_names_of_many_words_look_alike_in_any_order() -> None:
    words = [f"w{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    page = parse(
        f"<p class='{' '.join(words)}'>a</p><p class='{' '.join(reversed(words))} wa wa'>b</p><p class=wa>c</p>"
    )
    own = looks(page.elements)[0].tolist()[-3:]
    assert own[0] == own[1] != own[2]


def test_sums_over_large_groups_are_those_of_numpy() -> None:
    page = parse("".join(f"<p class=line>{'word ' * (1 + number * 7919 % 23)}" for number in range(1300)))
    rows, groups = Rows(page), find_groups(page.elements)
    features = group_features(page, rows, groups)
    group = int(np.argmax(groups.size))
    members = groups[group]
    size = np.log1p(rows.between("units", page.elements.first_text[members], page.elements.end_text[members]))
    mean = np.add.reduceat(size, [0])[0] / len(members)
    spread = np.sqrt(np.add.reduceat((size - mean) ** 2, [0])[0] / len(members))
    same = partial(
        pytest.approx, rel=1e-14
    )  # logarithms of NumPy differ in the last digit from one processor to another
    assert features["units"][group] == same(mean)
    assert features["units_spread"][group] == same(spread)


def test_a_table_of_features_has_rows_by_name() -> None:
    table = FeatureTable(("a", "b"), np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert dict(table)["b"].tolist() == [3.0, 4.0]
    assert len(table) == 2
    assert table.rows(("b", "a", "b")).tolist() == [[3.0, 4.0], [1.0, 2.0], [3.0, 4.0]]
    with pytest.raises(KeyError, match="c"):
        table.rows(("c",))


def test_texts_that_a_claim_holds_are_never_left_out() -> None:
    rng = random.Random(11)
    said = letters_of("How to mend: a fence — 12 ways (Über-guide)")
    parts = ["How", "to ", "mend", "a", " fence", "12", "?", "-", "\u00dcber", "guide", "\u2014", " ", "x", "Ways"]
    texts = ["".join(rng.choices(parts, k=rng.randrange(1, 5))) for _ in range(2000)]
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    start = np.append(0, np.cumsum([len(text) for text in texts]))
    may = may_be_said_in(codes, start, said).tolist()
    held = [letters_of(text) in said for text in texts]
    assert not [text for text, flag, is_held in zip(texts, may, held, strict=True) if is_held and not flag]
    assert 200 < sum(held) <= sum(may) < len(texts) - 200


def test_subject_lines_of_posts_are_known_by_the_title() -> None:
    texts = ["Re: How to mend a fence", "mend a fence", "How to mend a gate", "fence", "Quoting: How to mend a fence"]
    page = parse(f"<title>How to mend a fence - Board</title>{''.join(f'<p> {text} </p>' for text in texts)}")
    rows = Rows(page)
    repeated = [text.strip() for text, shown in zip(page.texts.strings, rows.shown, strict=True) if not shown]
    assert repeated == ["Re: How to mend a fence", "mend a fence"]


def test_texts_are_the_same_without_the_space_around_them() -> None:
    texts = ["one", " one\u3000", "two", "\u00a0", "one two", "\n two", "\U0001f600", "ones"]
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    start = np.append(0, np.cumsum([len(text) for text in texts]))
    stripped = strip_texts(codes, start, parse("").texts.solid_table)
    assert stripped.number.tolist() == [0, 0, 1, 2, 3, 1, 4, 5]
    assert (stripped.end - stripped.begin).tolist() == [len(text.strip()) for text in texts]


def test_texts_of_a_group_are_not_taken_for_those_of_another() -> None:
    """Group 0 says text 1 where group 1 says text 0, and group 2 says both."""
    ints, longs = np.int32, np.int64
    distinct = count_distinct(
        members=np.arange(4, dtype=longs),
        start=np.array([0, 1, 2, 4], longs),
        most=2,
        first_text=np.arange(4, dtype=ints),
        end_text=np.arange(1, 5, dtype=ints),
        text=np.array([1, 0, 0, 1], longs),
    )
    assert distinct.tolist() == [1, 1, 2]


@pytest.mark.parametrize(
    ("text", "says"),
    [("3 MÄR • 14", True), ("9 ſep – 4", True), ("5 AVR. à 3", True), ("5 ม.ค. 2567", True), ("ช่อง 7 – 9", False)],
)
def test_dates_are_told_whatever_the_case_and_the_script(text: str, says: bool) -> None:
    assert _says_when(text) is says
