"""Pages of made-up sites: one template each, a text of its own on every page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from kaensan.methods import Labels
from kaensan.page import Page, parse
from kaensan.sites import LabelledPage

__all__ = ["NEWS", "Fake", "article", "labelled", "news_page", "nonsense", "redesigned", "story"]

NEWS = "news.example.org"

_WORDS = [
    "river",
    "harbour",
    "teacher",
    "market",
    "summer",
    "letter",
    "bridge",
    "engine",
    "garden",
    "winter",
    "orchard",
    "village",
    "station",
    "doctor",
    "library",
    "festival",
    "captain",
    "mountain",
    "kitchen",
    "painter",
    "journey",
    "council",
    "factory",
    "morning",
    "evening",
    "captain",
    "thunder",
    "lantern",
    "valley",
]


def article(number: int, sentences: int = 8) -> list[str]:
    """Paragraphs that no other number has."""
    paragraphs = []
    for line in range(sentences):
        picked = [_WORDS[(number * 7 + line * 5 + step * (number % 11 + 3)) % len(_WORDS)] for step in range(9)]
        paragraphs.append(
            f"On day {number * 31 + line} the {picked[0]} of the {picked[1]} met the {picked[2]} near the {picked[3]}, "
            f"while {picked[4]} and {picked[5]} told of a {picked[6]}, a {picked[7]} and the old {picked[8]}."
        )
    return paragraphs


def news_page(number: int, *, sentences: int = 8, extra: str = "", host: str = NEWS) -> Page:
    """A page with a menu, a headline, a byline, a story with a box in it, related links and a footer."""
    body = "".join(f"<p>{text}</p>" for text in article(number, sentences))
    return parse(
        f"""<!doctype html><html><head><title>Story {number}: the case of the
        {_WORDS[number % 29]} | Daily</title></head>
        <body><ul class="menu"><li><a href="/">Home</a></li><li><a href="/world">World news</a></li></ul>
        <div id="wrap"><h1 class="headline">Story {number}: the case of the {_WORDS[number % 29]}</h1>
        <div class="byline">By Ann Lee</div><span class="stamp">{number % 27 + 1} May 2021</span>
        <div class="story-text">{body}{extra}<div class="promo"><p>Sign up for the morning letter of the Daily and
        never miss a story that matters to you and yours.</p></div></div>
        <div class="related"><h3>Related stories</h3><p><a href="/a">The mayor speaks out on the new bridge</a></p>
        <p><a href="/b">What the harbour means for the town</a></p></div></div>
        <div class="foot"><p>All rights reserved by the Daily, which takes no responsibility for other sites.</p></div>
        </body></html>""",
        f"http://{host}/2021/05/{number}/the-case-{number}.html",
    )


def redesigned(number: int) -> Page:
    """The same site after a new design: other names for everything."""
    body = "".join(f"<p>{text}</p>" for text in article(number))
    return parse(
        f"""<!doctype html><title>Story {number}: the case of the {_WORDS[number % 29]} | Daily</title>
        <nav class="top"><a href="/">Home</a> <a href="/world">World news</a></nav><main class="page">
        <h1 class="title">Story {number}: the case of the {_WORDS[number % 29]}</h1>
        <section class="copy">{body}</section></main>
        <footer class="end"><a href="/about">About the Daily</a></footer>""",
        f"http://{NEWS}/2021/05/{number}/the-case-{number}.html",
    )


def labelled(number: int, page: Page | None = None) -> LabelledPage:
    """A page as a person labels it: the story, its headline, its author and its day."""
    page = page or news_page(number)
    return LabelledPage.from_text(
        page,
        "\n".join(article(number)),
        title=f"Story {number}: the case of the {_WORDS[number % 29]}",
        author="Ann Lee",
        date=f"2021-05-{number % 27 + 1:02d}",
    )


def story(page: Page) -> Labels:
    """What a perfect method says, whatever the design."""
    inside = [row for row, name in page.elements.having("class") if name in ("story-text", "copy")]
    rows = np.zeros(len(page.texts), np.bool_)
    for element in inside:
        rows[page.elements.first_text[element] : page.elements.end_text[element]] = True
    for row, name in page.elements.having("class"):
        if name == "promo":
            rows[page.elements.first_text[row] : page.elements.end_text[row]] = False
    return Labels("fake", rows.astype(np.int8), rows.astype(np.float32), confidence=0.99)


def nonsense(page: Page) -> Labels:
    """The opposite of it."""
    right = story(page)
    return replace(right, role=(1 - right.role).astype(np.int8))


@dataclass
class Fake:
    """A method that counts how often it is asked."""

    say: Callable[[Page], Labels] = story
    name: str = "fake"
    asked: list[str] = field(default_factory=list)

    def label(self, page: Page) -> Labels:
        self.asked.append(page.url or "")
        return self.say(page)
