"""The sizes that a page controls: how many of this, how long that.

What costs more than it weighs is seldom one size alone: it is a loop over one inside a loop over another. Each size
here is a function from a number of characters to the parts of a page that spend them, and any of them fit together:
some stand in the head, some wrap what follows, some are attributes of the element around the rest, some repeat in it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["HOLDING", "SIZES", "SWALLOWING", "Parts", "compose"]


@dataclass(frozen=True)
class Parts:
    """What a size puts where."""

    head: str = ""
    opening: tuple[str, ...] = ()
    """before the rest of the body: the start tags of nested elements, a level each"""
    attributes: str = ""
    """of the element around the body's content"""
    holder: str = ""
    """the name of that element, where it matters"""
    body: str = ""


def compose(*parts: Parts) -> str:
    """A page with all parts: heads first, then what wraps, then what repeats.

    Levels of several nests take turns: parsers nest some hundred elements and no more, of which each has its share.
    """
    holder = next((part.holder for part in parts if part.holder), "div")
    attributes = " ".join(part.attributes for part in parts if part.attributes)
    openings = "".join(itertools.chain(*itertools.zip_longest(*(part.opening for part in parts), fillvalue="")))
    bodies = "".join(part.body for part in parts)
    heads = "".join(part.head for part in parts)
    return f"<html><head>{heads}</head><body>{openings}<{holder} {attributes}>{bodies}</{holder}></body></html>"


def _units(unit: str, n: int) -> tuple[str, ...]:
    """A unit again and again; `@` in it is its number."""
    count = max(1, n // (len(unit) + 3))
    return tuple(unit.replace("@", str(number)) for number in range(count))


def _many(unit: str, n: int) -> str:
    return "".join(_units(unit, n))


def _head(unit: str, before: str = "", after: str = "") -> Callable[[int], Parts]:
    return lambda n: Parts(head=before + _many(unit, n) + after)


def _body(unit: str, holder: str = "") -> Callable[[int], Parts]:
    return lambda n: Parts(body=_many(unit, n), holder=holder)


def _nested(unit: str) -> Callable[[int], Parts]:
    return lambda n: Parts(opening=_units(unit, n))


def _long(unit: str, before: str = "<p>", after: str = "</p>") -> Callable[[int], Parts]:
    return lambda n: Parts(body=before + unit * (n // len(unit)) + after)


def _attribute(name: str, unit: str) -> Callable[[int], Parts]:
    return lambda n: Parts(attributes=f'{name}="{_many(unit, n)}"')


def _json_ld(value: Callable[[int], object], each: int) -> Callable[[int], Parts]:
    """A script of JSON-LD whose value has so many members; `each` is about the length of one."""
    return lambda n: Parts(head=f'<script type="application/ld+json">{json.dumps(value(max(1, n // each)))}</script>')


def _articles(count: int) -> object:
    return [{"@type": "Article", "headline": f"Headline {at}", "author": f"Ann {at}"} for at in range(count)]


def _headlines(count: int) -> object:
    return {"@type": "Article", "headline": [f"Headline {at}" for at in range(count)]}


def _references(count: int) -> object:
    names = {"@id": "#p", "@type": "Person", "name": [f"Ann {at}" for at in range(count)]}
    return [names, *({"@type": "Article", "author": {"@id": "#p"}} for _ in range(count))]


def _deep(count: int) -> object:
    value: object = "text " * 20
    for _ in range(min(count, 900)):
        value = {"key": value}
    return [value, {f"name{at}": "text " * 20 for at in range(count // 4)}]


def _topics(n: int) -> Parts:
    posts = [{"cooked": "<p>Some words", "username": f"u{at}", "post_number": at} for at in range(max(1, n // 100))]
    state = json.dumps({"topic_1": json.dumps({"post_stream": {"posts": posts}})}).replace('"', "&quot;")
    return Parts(body=f'<div data-preloaded="{state[: 2 * n]}"></div>')


_POST = (
    "<div class=post id=p@><b class=author>u@</b> <i>3 Jan 2020</i><div class=body><p>Answer @ is longer.</div></div>"
)

SIZES: dict[str, Callable[[int], Parts]] = {
    # attributes of one element
    "attributes": lambda n: Parts(attributes=_many("a@ ", n)),
    "class words": _attribute("class", "w@ "),
    "class letters": _attribute("class", "author"),
    "style": _attribute("style", "color: red; width: @px; "),
    "title attribute": _attribute("title", "1 Jan 20@ "),
    "item properties": _attribute("itemscope itemprop", "name@ "),
    # the head
    "title": lambda n: Parts(head=f"<title>{'word ' * (n // 5)}</title>"),
    "title separators": lambda n: Parts(head=f"<title>{'a | ' * (n // 4)}</title>"),
    "open titles": _head("<title "),
    "base": lambda n: Parts(head=f'<base href="https://example.org/{"x" * n}/">'),
    "short base": lambda n: Parts(head=f'<base href="https://example.org/{"x" * min(n, 2000)}/">'),
    "metas": _head('<meta name="author" content="Ann Lee @">'),
    "dated metas": _head('<meta name="date@" content="1 Jan 2020">'),
    "meta names": lambda n: Parts(head=f'<meta name="{_many("a@ ", n)}" content="ก่ิ่ิ่ิ">'),
    "meta content": lambda n: Parts(head=f'<meta name="description" content="{"ก่ิ" * (n // 3)}">'),
    "charsets": lambda n: Parts(head="<meta " * (n // 60) + "charset=" + " " * (n // 2) + ">"),
    "keywords": lambda n: Parts(head=f'<meta name="keywords" content="{_many("word@,", n)}">'),
    "json-ld things": _json_ld(_articles, 70),
    "json-ld values": _json_ld(_headlines, 18),
    "json-ld references": _json_ld(_references, 60),
    "json-ld depth": _json_ld(_deep, 30),
    "json spaces": lambda n: Parts(head=f'<script type="application/ld+json">{{"@type":{" " * n}</script>'),
    "stated body": _json_ld(lambda n: {"@type": "Article", "articleBody": "Words of it. " * n}, 13),
    "streams": _head('<script>self.__next_f.push([1,"@:[\\"children\\":\\"Some words of it\\"]\\n"])</script>'),
    "style sheets": _head("<style>.c@ { color: red }</style>"),
    "scripts": _head("<script>window.a@={'a':1}</script>"),
    "states": _head('<script>window.__STATE@ = {"a": "some text of an application", "b": {"c": [1,</script>'),
    "links to files": _head('<link rel="canonical" href="/a@">'),
    # what wraps the rest
    "divs": _nested("<div>"),
    "quoting divs": _nested("<div class=quote>"),
    "paged divs": _nested("<div class=pagination>"),
    "quotes": _nested("<blockquote>"),
    "lists in lists": _nested("<ul><li>"),
    "terms in terms": _nested("<dl><dt>"),
    "tables in tables": _nested("<table><tr><td>"),
    "code in code": _nested("<pre>"),
    "headings around": _nested("<h2><div>"),
    "spans": _nested("<span><b>"),
    "links in links": _nested("<a href=/@><p>"),
    "items in items": _nested("<div itemscope itemprop=comment itemtype=https://schema.org/Comment>"),
    "open formatting": _nested("<b><i><font size=@>"),
    # what repeats
    "paragraphs": _body("<p>Sentence @ has some words in it, neither many nor few.</p>"),
    "short rows": _body("<b>text @</b>"),
    "links": _body("<a href=b@>l@</a> "),
    "page links": _body("<a class=page href='?page=@'>@</a>"),
    "notes": _body("<sup><a href=#n1 id=r@>1</a></sup><li id=n@>note <a href=#r1>back</a>"),
    "ids": _body("<a id=x@ href=#x1>[1]</a>"),
    "list items": _body("<li>item @", "ol"),
    "numbered items": _body("<li value=@>item", "ol"),
    "rows": _body("<tr><td>cell<td>@ of it</tr>", "table"),
    "cells": _body("<td>@", "table><tr"),
    "spans of cells": _body("<tr><td rowspan=99 colspan=99>@", "table"),
    "terms": _body("<dt>term @<dd>what it is", "dl"),
    "headings": _body("<h2>Heading @</h2>"),
    "headings in items": _body("<li><h2>b@</h2>"),
    "articles": _body("<article><h1>Title @</h1><p>Words of article @, neither many nor few.</article>"),
    "notices": _body("<p>A film of another site, which is not shown here for now.</p>"),
    "shortcodes": _body('<p>[vc_row el_class="x@"]</p>'),
    "starred notes": _body("<sup class=footnote><a href=#s@>*</a></sup><p id=s@>note</p>"),
    "rows of links": _body("<tr><td><a href=/@>view</a><td>x", "table"),
    "code blocks": _body("<pre><code>x = @</code></pre>"),
    "images": _body("<img src=i@.jpg alt='picture @'>"),
    "image sets": _body("<img srcset='a@.jpg 320w, b@.jpg 640w'>"),
    "frames": _body("<iframe srcdoc='<p>Words @'></iframe>"),
    "emphasis": _body("<i>a</i><b>b</b>"),
    "bylines": _body("<p class=author>By Ann Lee@</p>"),
    "growing names": lambda n: Parts(
        body="".join(f"<p class=author>Ann{' Lee' * at}" for at in range(int(n**0.5) // 2))
    ),
    "dates": _body("<p>Posted 1 Jan 2020 @</p>"),
    "times": _body("<time datetime=2020-01-01T10:00:@>then</time>"),
    "posts": _body(_POST),
    "posts that quote": _body(_POST.replace("<p>", "<blockquote>u1 wrote: words no post has @</blockquote><p>")),
    "posts that repeat": _body(_POST.replace("<p>", "<blockquote>u@ wrote: Answer is longer than</blockquote><p>")),
    "votes": _body("<div class=comment><b>u@</b> 2 Jan 2020<p>Some words</p><i class=score>@</i></div>"),
    "topics": _topics,
    "options": _body("<option>option @", "select"),
    "templates": _body("<template><p>t@</template>"),
    "details": _body("<details><summary>s@</summary>t</details>"),
    "formulas": _body(r"<p>Let \(x_@\) be</p>"),
    "comments": _body("<!-- @ --><!--"),
    "foreign": _body("<svg><title>t@</title><text>x</text></svg>"),
    # one long text
    "words": _long("word after word "),
    "one word": _long("w"),
    "thai": _long("การเดินทางไกลของชาวเรือ"),
    "thai marks": _long("่ิ", "<p>ก"),
    "sara am": _long("ำ่", "<p>ก"),
    "combining": _long("\u0301\u0323", "<p>a"),
    "chinese": _long("今天天气很好我们去公园散步"),
    "digits": _long("9"),
    "spaces": _long(" ", "<p>a<pre>", "b</pre>"),
    "entities": _long("&amp;#99;&lt;"),
    "long heading": _long("a", "<h2>", "</h2>"),
    "hashes": _long("#", "<h1>", "x</h1>"),
    "markdown signs": _long("*_`[]("),
    "brackets": _long("[", "<div data-state='[", "'></div>"),
    "by by by": _long("by "),
    "less-than signs": _long("<"),
}
"""every size by name"""

HOLDING = frozenset(name for name, make in SIZES.items() if make(100).holder)
"""sizes that say what the element around the rest is, which a page has once; what else is in it is often moved out"""

SWALLOWING = frozenset({"open titles", "comments"})
"""sizes after which the rest of the page is text or a comment"""
