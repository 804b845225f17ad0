"""Pages whose markup is empty: the text in their data is used, said to be, and trusted little."""

from __future__ import annotations

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
    "stream": '<script>self.__next_f.push([1, "5:[\\"$\\",\\"p\\",null,{\\"children\\":\\"%s\\"}]"])</script>',
}


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
