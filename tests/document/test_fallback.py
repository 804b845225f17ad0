"""Pages whose markup is empty: the text in their data is used, said to be, and trusted little."""

from __future__ import annotations

import json

import pytest

import kaensan

STORY = "The river rose by two metres overnight, and the old bridge was closed to all traffic before dawn. " * 4
FRAME = "<title>Two metres in one night</title><meta name=author content='Ann Reed'><div id=app></div>"
DATA = {
    "next": '<script id="__NEXT_DATA__" type="application/json">{"props": {"post": {"body": "<p>%s</p>"}}}</script>',
    "json-ld": '<script type="application/ld+json">{"@type": "NewsArticle", "articleBody": "%s"}</script>',
    "pushed": '<script>window["__RQ"] = [];window["__RQ"].push({"data": {"body": "<p>%s</p>"}});</script>',
    "frame": '<iframe srcdoc="<p>%s</p>"></iframe>',
    "value of a stream": (
        '<script>self.__next_f.push([1, "7:[\\"$\\",\\"$L9\\",null,{\\"article\\":{\\"title\\":\\"Two metres\\",'
        '\\"body\\":\\"\\\\u003cp\\\\u003e%s\\\\u003c/p\\\\u003e\\"}}]"])</script>'
    ),
    "row of a stream": '<script>self.__next_f.push([1, "7:T18e,<p>%s</p>8:[\\"$\\",\\"p\\"]"])</script>',
    "variable of an object": '<script>Fusion.globalContent={"body": "<p>%s</p>"};</script>',
    "escaped as Angular does": (
        '<script id=state type="application/json">{&q;a&q;:{&q;body&q;:&q;&l;p&g;%s&l;/p&g;&q;}}</script>'
    ),
    "flattened": (
        '<script id="__NUXT_DATA__" type="application/json">[["Reactive", 1], {"title": 2, "body": 3}, "Two metres",'
        '"<p>%s</p>"]</script>'
    ),
    "enqueued": '<script>window.__ctx.streamController.enqueue("[{\\"body\\":\\"%s\\"}]");</script>',
    "stream": '<script>self.__next_f.push([1, "5:[\\"$\\",\\"p\\",null,{\\"children\\":\\"%s\\"}]"])</script>',
}
PROGRAM = (
    "<script>window.__NUXT__=(function(a,b){return {data:[{id:3,title:b,"
    'body:"\\u003Cp\\x3E%s\\u003C\\u002Fp\\u003E"}]}}(true,"Two metres"));</script>'
)
LONG = (STORY * 2).strip()


@pytest.mark.parametrize("kind", DATA)
def test_text_in_data_stands_in_for_empty_markup(kind: str) -> None:
    doc = kaensan.extract(FRAME + DATA[kind] % STORY.strip())
    assert doc.text.split() == STORY.split()
    assert (doc.title, doc.author) == ("Two metres in one night", "Ann Reed")
    assert any("taken from its data" in warning for warning in doc.warnings)
    assert doc.confidence is not None
    assert doc.confidence < 0.5


def test_the_description_stands_in_where_nothing_else_does() -> None:
    described = "<meta name=description content='The river rose by two metres, and the old bridge was closed.'>"
    doc = kaensan.extract(described + FRAME)
    assert doc.text == "The river rose by two metres, and the old bridge was closed."
    assert any("description" in warning for warning in doc.warnings)
    assert doc.confidence is not None
    assert doc.confidence < 0.5
    assert kaensan.extract("<meta name=description content=A>" + FRAME).text == ""


def test_a_page_with_text_of_its_own_is_not_its_description() -> None:
    described = "<meta name=description content='The river rose by two metres, and the old bridge was closed.'>"
    menu = "<nav>" + "".join(f"<a href=/{at}>Section number {at}</a>" for at in range(40)) + "</nav>"
    doc = kaensan.extract(described + FRAME + menu)
    assert "river" not in doc.text


def test_nothing_is_trusted_where_nothing_is_found() -> None:
    doc = kaensan.extract("<nav><a href=/>Home</a> <a href=/about>About</a></nav>")
    assert (doc.text, doc.confidence) == ("", 0.0)
    assert doc.warnings


def test_posts_that_scripts_would_show_are_all_there() -> None:
    posts = ", ".join(f'{{"text": "Answer {at}: {STORY.strip()}"}}' for at in range(3))
    doc = kaensan.extract(f"{FRAME}<script type='application/json'>{{\"posts\": [{posts}]}}</script>")
    assert all(f"Answer {at}:" in doc.text for at in range(3))


def test_data_says_nothing_where_the_page_has_its_text() -> None:
    page = FRAME + f"<main><p>{STORY}</p><p>{STORY}</p></main>" + DATA["next"] % ("Other words entirely. " * 40)
    doc = kaensan.extract(page)
    assert "Other words" not in doc.text
    assert not doc.warnings


def test_short_texts_between_the_paragraphs_of_an_article_are_there() -> None:
    blocks = [{"type": "text", "data": {"text": f"{at}. {STORY.strip()}"}} for at in range(3)]
    blocks.insert(1, {"type": "heading", "data": {"text": "What the water left"}})
    state = json.dumps({"story": {"content": blocks}, "menu": {"text": "Sign in"}})
    doc = kaensan.extract(f"{FRAME}<script id=state type='application/json'>{state}</script>")
    lines = doc.text.splitlines()
    assert lines[1] == "What the water left"
    assert len(lines) == 4


def test_pieces_of_a_line_stay_together() -> None:
    pieces = [{"value": STORY}, {"value": "bridge"}, {"value": ", which is old. "}, {"value": STORY.strip()}]
    state = json.dumps({"story": {"content": [{"content": pieces}]}})
    doc = kaensan.extract(f"{FRAME}<script id=state type='application/json'>{state}</script>")
    assert f"{STORY.strip()} bridge, which is old. {STORY.strip()}".split() == doc.text.split()


def test_entries_of_a_store_belong_together_whatever_their_numbers() -> None:
    store = {f"Paragraph:{at}a7f": {"type": "P", "text": f"{at}. {STORY.strip()}"} for at in range(4)}
    doc = kaensan.extract(f"{FRAME}<script>window.__APOLLO_STATE__ = {json.dumps(store)}</script>")
    assert [line[0] for line in doc.text.splitlines()] == ["0", "1", "2", "3"]


def test_small_pieces_of_a_stream_are_not_lost() -> None:
    row = json.dumps(["$", "p", None, {"children": STORY.strip()}], separators=(",", ":"))
    whole = f"5:{row}\n"
    parts = [whole[:3], whole[3:40], whole[40:-5], whole[-5:]]
    pushed = "".join(f"<script>self.__next_f.push([1,{json.dumps(part)}])</script>" for part in parts)
    assert kaensan.extract(FRAME + pushed).text.split() == STORY.split()


def test_a_notice_for_browsers_without_scripts_is_no_content() -> None:
    page = "<title>App</title><body><noscript>You need to enable scripts to run this app.</noscript><div id=root></div>"
    doc = kaensan.extract(page)
    assert (doc.text, doc.confidence) == ("", 0.0)
    assert any("without scripts" in warning for warning in doc.warnings)
    assert kaensan.extract(page + PROGRAM % LONG).text == LONG


def test_what_a_program_quotes_stands_in_for_an_empty_page() -> None:
    doc = kaensan.extract(FRAME + PROGRAM % LONG)
    assert doc.text == LONG
    assert any("script: body" in warning for warning in doc.warnings)


def test_what_a_program_quotes_is_no_content_where_the_page_shows_text() -> None:
    menu = "<nav>" + "".join(f"<a href=/{at}>Section number {at}</a>" for at in range(40)) + "</nav>"
    assert "river" not in kaensan.extract(FRAME + menu + PROGRAM % LONG).text


def test_a_list_of_numbered_entries_is_not_taken_for_flattened_data() -> None:
    entries = [{"level": 1}, {"level": 2, "text": STORY.strip()}, {"level": 1}]
    doc = kaensan.extract(f"{FRAME}<script id=state type='application/json'>{json.dumps(entries)}</script>")
    assert doc.text == STORY.strip()
