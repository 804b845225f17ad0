"""Pages that are made to cost more than their size: `shape(n)` is about n characters of one trouble."""

from __future__ import annotations

import json
from collections.abc import Callable

__all__ = ["SHAPES"]


def _repeated(unit: str, *, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda n: before + unit * (n // len(unit)) + after


def _nested(name: str, inside: str = "deep") -> Callable[[int], str]:
    opening, closing = f"<{name}>", f"</{name}>"
    return lambda n: opening * (n // (len(opening) + len(closing))) + inside + closing * (n // 12)


def _misnested(n: int) -> str:
    return "<b><i><a href=x><p>text" * (n // 23) + "</b></i></a>" * (n // 100)


def _attributes(n: int) -> str:
    return "<p " + " ".join(f"a{number}=v" for number in range(n // 8)) + ">text"


def _classes(n: int) -> str:
    return "".join(
        f'<div class="c{number}"><p>Some words in a class of their own.</p></div>' for number in range(n // 60)
    )


def _json_ld(n: int) -> str:
    things = [{"@id": f"#{i}", "@type": "Article", "author": {"@id": f"#{i + 1}"}} for i in range(n // 60)]
    return f'<script type="application/ld+json">{json.dumps({"@graph": things})}</script><p>text'


def _nested_json(n: int) -> str:
    return f'<script type="application/ld+json">{"[" * (n // 2)}{"]" * (n // 2)}</script><p>text'


def _posts(n: int) -> str:
    post = (
        "<div class=post><b class=author>u{0}</b> <i>{1} Jan 2020</i><p>The answer to {0} is a longer text.</p></div>"
    )
    return "<title>A topic - Forum</title>" + "".join(post.format(i, i % 28 + 1) for i in range(n // 100))


def _quoting_posts(n: int) -> str:
    quote = "<blockquote>a{1} wrote: the same words again</blockquote>"
    post = f"<div class=post><b>a{{0}}</b> 1 Jan 2020{quote}<p>@a{{1}} no, never</div>"
    return "<title>A topic - Forum</title>" + "".join(post.format(i, i - 1) for i in range(n // 110))


SHAPES: dict[str, Callable[[int], str]] = {
    "paragraphs": _repeated("<p>A sentence of some words, neither long nor short.</p>\n"),
    "one long text": _repeated("word after word ", before="<p>"),
    "one long word": _repeated("w", before="<p>"),
    "thai": _repeated("การเดินทางไกลของชาวเรือ", before="<p>"),
    "thai without words": _repeated("กกฺ์ิ", before="<p>"),
    "spaces": _repeated(" ", before="<p>a", after="b"),
    "line ends": _repeated("\n", before="<p>a<pre>", after="b"),
    "no-break spaces": _repeated("\u00a0x", before="<p>"),
    "divs in divs": _nested("div"),
    "lists in lists": _nested("li"),
    "quotes in quotes": _nested("blockquote"),
    "tables in tables": _nested("table><tr><td"),
    "spans in spans": _nested("span"),
    "articles in articles": _nested("article"),
    "misnested": _misnested,
    "open paragraphs": _repeated("<p>"),
    "line breaks": _repeated("a<br>"),
    "links": _repeated('<a href="/x">link</a> '),
    "list items": _repeated("<li>one</li>", before="<ul>"),
    "cells": _repeated("<td>1</td>", before="<table><tr>"),
    "rows": _repeated("<tr><td>1<td>2</tr>", before="<table>"),
    "wide cells": _repeated("<tr><td colspan=1000 rowspan=1000>1", before="<table>"),
    "options": _repeated("<option>o", before="<select>"),
    "open comments": _repeated("<!--", before="<p>text"),
    "comments": _repeated("<!-- c -->", before="<p>text"),
    "open tags": _repeated("<a ", before="<p>text"),
    "less-than signs": _repeated("<", before="<p>text"),
    "open quotes": _repeated("<a b='", before="<p>text"),
    "ampersands": _repeated("&am", before="<p>"),
    "entities": _repeated("&lt;b&gt;", before="<p>"),
    "end tags": _repeated("</b>", before="<p>text"),
    "titles": _repeated("<title>t</title>", after="<p>text"),
    "open titles": _repeated("<title>"),
    "scripts": _repeated("<script>a={}</script>", after="<p>text"),
    "open scripts": _repeated("<script>window.a={", after="<p>text"),
    "braces": _repeated("{", before="<script>window.__STATE__=", after="</script><p>text"),
    "charsets": _repeated("<meta charset=", after="<p>text"),
    "metas": _repeated('<meta name="author" content="Ann Lee">', after="<p>text"),
    "bases": _repeated('<base href="/a/">', after='<p><a href="b">text</a>'),
    "attributes": _attributes,
    "classes": _classes,
    "styles": _repeated('<p style="display:none">x', before="<p>text"),
    "details": _repeated("<details><summary>s</summary>t</details>"),
    "headings": _repeated("<h2>Heading</h2><p>text</p>"),
    "emphasis": _repeated("<b>a</b><i>b</i>", before="<p>"),
    "markdown signs": _repeated("*_`[](", before="<p>"),
    "backticks": _repeated("`", before="<p><code>", after="</code>"),
    "digits": _repeated("1", before="<p>"),
    "dates": _repeated("1/2/2020 ", before="<p>"),
    "thai dates": _repeated("๑๒ ต.ค. ๒๕๖๗ ", before="<p>"),
    "dated paragraphs": _repeated("<p>1 Jan 2020"),
    "by by by": _repeated("by ", before="<p>"),
    "bylines": _repeated('<p class="author">By Ann Lee</p>'),
    "images": _repeated('<img src="a.jpg" alt="b">', before="<p>text"),
    "notes": _repeated('<sup><a href="#fn1">1</a></sup>', before="<p>", after='<p id="fn1">note'),
    "json-ld": _json_ld,
    "nested json": _nested_json,
    "microdata": _repeated('<p itemscope itemtype="https://schema.org/Comment"><b itemprop="text">a</b>'),
    "nested microdata": _repeated('<div itemscope itemprop="comment" itemtype="https://schema.org/Comment">a'),
    "posts": _posts,
    "posts that quote": _quoting_posts,
    "formulas": _repeated("<math><mi>x</mi></math>", before="<p>"),
    "templates": _repeated("<template><p>t</template>", before="<p>text"),
    "forms": _repeated("<form><input><button>b</button></form>"),
    "ruby": _repeated("<ruby>漢<rt>kan</ruby>", before="<p>"),
    "hyphens": _repeated("a-", before="<p>"),
    "undecodable": lambda n: "<p>" + "\ufffd" * n,
}
