"""Policies change what is kept in predictable ways."""

from __future__ import annotations

import pytest

import kaensan
from kaensan import Policy, parse
from kaensan.errors import UsageError
from kaensan.methods.core.policy import KINDS

STORY = "The river rose by two metres overnight, and the old bridge was closed to all traffic before dawn. " * 4
REMARK = "I saw the water reach the lower steps of my house, and I have lived there for forty years."
PAGE = f"""<title>River rises</title><body><nav><a href=/>Home</a> <a href=/n>News</a></nav>
<article><h1>River rises</h1>
<p>{STORY}</p><p>{STORY}</p><table class=levels><tr><td>Monday</td><td>2 metres</td></tr></table>
<figure><img src=x.jpg><figcaption>The old bridge at dawn</figcaption></figure></article>
<div id=comments class=comment-list><p class=comment>{REMARK}</p></div></body>"""


def text(**choices: str) -> str:
    return kaensan.extract(PAGE, policy=Policy(**choices)).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "part"), [("comments", "forty years"), ("tables", "Monday"), ("captions", "bridge at dawn")]
)
def test_keep_and_drop_decide_a_kind(kind: str, part: str) -> None:
    assert part in text(**{kind: "keep"})
    assert part not in text(**{kind: "drop"})


def test_other_text_is_left_alone() -> None:
    for choice in ("keep", "drop"):
        assert STORY.strip() in text(comments=choice)
        assert "Home" not in text(comments=choice)


def test_leaning_to_recall_never_keeps_less() -> None:
    kept = [len(text(lean=lean)) for lean in ("precision", "balance", "recall")]
    assert kept == sorted(kept)


def test_an_unknown_choice_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="auto, keep, drop"):
        text(comments="maybe")


def test_published_methods_have_no_policy() -> None:
    with pytest.raises(UsageError, match="core"):
        kaensan.extract(PAGE, method="xpath", policy=Policy())


def test_what_a_policy_drops_no_later_rule_brings_back() -> None:
    html = """<title>High tide</title><article><h1>High tide</h1><p>The harbour closed for the night.</p>
    <p>Boats were moved into the canal before dark, and the market opened an hour late in the morning.</p>
    <table><tr><td>nine<td>2.4 m<tr><td>ten<td>2.6 m</table></article>"""
    assert "2.4 m" in kaensan.extract(html).text
    assert "2.4 m" not in kaensan.extract(html, policy=Policy(tables="drop")).text


@pytest.mark.parametrize(
    ("kind", "name"), [("contents", "toc"), ("contents", "table-of-contents"), ("prices", "price")]
)
def test_tables_of_contents_and_prices_are_kept_and_dropped(kind: str, name: str) -> None:
    body = "".join(f"<p>Tea number {at} is picked by hand and dried in the sun for two days.</p>" for at in range(6))
    html = f"<article><h1>Tea</h1>{body}<div class={name}>Twelve baht in chapter one</div>{body}</article>"
    kept = kaensan.extract(html, policy=Policy(**{kind: "keep"}))  # type: ignore[arg-type]
    dropped = kaensan.extract(html, policy=Policy(**{kind: "drop"}))  # type: ignore[arg-type]
    assert "Twelve baht" in kept.text
    assert "Twelve baht" not in dropped.text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("choice", ["keep", "drop"])
def test_every_kind_can_be_chosen(kind: str, choice: str) -> None:
    policy = Policy(**{kind: choice})  # type: ignore[arg-type]
    assert kaensan.extract("<h1>Tea</h1><p>Tea is a drink.</p>", policy=policy).error is None


def _board(around: str) -> str:
    said = "The ferry was late again on {}, and nobody at the pier knew when the next one would leave the harbour."
    posts = "".join(
        f"<article class=message id=post-{at}><h4 class=username>reed{at}</h4><time>May {at}, 2024</time>"
        f"<div class='message-body {around}'><div class=bbWrapper><blockquote class=bbCodeBlock>{said.format(at)}"
        f"</blockquote>{said.format(f'day {at}')}</div></div></article>"
        for at in range(1, 7)
    )
    return f"<html><head><title>Ferry</title></head><body class='forum thread'><h1>Ferry</h1>{posts}</body></html>"


@pytest.mark.parametrize("around", ["", "js-selectToQuote"])
def test_quotes_are_left_out_of_posts_that_a_board_names_after_the_button_for_quoting(around: str) -> None:
    page = parse(_board(around), "https://forum.example/threads/ferry.1/")
    assert "on 3, and" in kaensan.extract(page, policy=Policy(quotes="keep")).text
    without = kaensan.extract(page, policy=Policy(quotes="drop")).text
    assert "on day 3, and" in without
    assert "on 3, and" not in without


def test_only_what_is_not_left_to_the_model_is_a_choice() -> None:
    assert Policy(title="drop", lean="recall").choices == {}
    assert Policy(faq="keep", quotes="drop").choices == {"faq": "keep", "quotes": "drop"}
    assert Policy() == Policy()


def test_a_page_that_tables_lay_out_is_no_table() -> None:
    column = f"<td><b>River rises</b><br><br>{STORY}<br><br>{STORY}</td>"
    html = f"<title>River rises</title><table><tr><td><a href=/>Home</a></td>{column}</tr></table>"
    assert STORY.strip() in kaensan.extract(html, policy=Policy(tables="drop")).text


def test_tables_and_code_in_figures_are_no_captions() -> None:
    table = "<table><tr><th>Day<th>Level<tr><td>Monday<td>2 metres</table>"
    figure = f"<figure class=wp-block-table>{table}<figcaption>Levels at the old bridge</figcaption></figure>"
    html = f"<title>River rises</title><article><h1>River rises</h1><p>{STORY}</p>{figure}<p>{STORY}</p></article>"
    without = kaensan.extract(html, policy=Policy(captions="drop")).text
    assert "2 metres" in without
    assert "Levels at" not in without


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("captions", "wp-caption-text"),
        ("captions", "gallerytext"),
        ("related", "jp-relatedposts"),
        ("related", "yarpp"),
        ("related", "more-stories"),
        ("author_boxes", "about-author"),
        ("author_boxes", "author-description"),
        ("comments", "commentaires"),
        ("contents", "on-this-page"),
    ],
)
def test_kinds_go_by_the_names_that_systems_give_them(kind: str, name: str) -> None:
    body = "".join(f"<p>Tea number {at} is picked by hand and dried in the sun for two days.</p>" for at in range(6))
    html = f"<article><h1>Tea</h1>{body}<div class={name}>Twelve baht in chapter one</div>{body}</article>"
    kept = kaensan.extract(html, policy=Policy(**{kind: "keep"}))  # type: ignore[arg-type]
    dropped = kaensan.extract(html, policy=Policy(**{kind: "drop"}))  # type: ignore[arg-type]
    assert "Twelve baht" in kept.text
    assert "Twelve baht" not in dropped.text
