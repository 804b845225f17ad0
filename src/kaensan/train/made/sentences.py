"""What is written on made pages: words and sentences of a language, put together at random."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from html import escape
from random import Random

from kaensan.train.made.times import BUDDHIST, shown_when
from kaensan.train.made.words import Words

__all__ = ["Writer"]

_SLOT = re.compile(r"\{(\w+)\}")
_STOPS = {"zh": "。", "ja": "。", "th": " "}
_ENDS = (".", ".", ".", ".", ".", "!", "...", "")
_EMOJI = (":)", ":-D", ";)", "😀", "👍", "🙏", ":lol:", "^^", "🚲", "❤️", "xD")
_ENDED = re.compile(r"[.!?…。！？؟:：][”“»」』’)）]*$")
"""how a text ends that needs no full stop"""
_DRAWN = {"author": "reporters", "site": "partners"}
"""lists for gaps that say the same all over a page, where nobody knows what"""
_CODE = (
    "for (i = 0; i < n; i++) { sum += a[i]; }",
    "$ sudo systemctl restart kettle.service",
    "SELECT name, price FROM parts WHERE stock &gt; 0;",
    "ValueError: 'depth' is not in list\n  at line 14\n  in open_lock",
    "def open(valve):\n    return valve.turns * 0.25",
)
_LENGTHS = ((0.16, "short"), (0.5, "plain"), (0.3, "some"), (0.04, "long"))
"""shares of posts of one word or two, of one paragraph, of some, and of many"""


class Writer:
    """Somebody who writes in a language; what comes next depends on the random numbers alone."""

    def __init__(
        self, rng: Random, language: str, words: Words, others: list[str], known: Mapping[str, str] | None = None
    ) -> None:
        """`others` are the names of people who may be addressed; `known` fills gaps such as `site` and `author`."""
        self._rng, self._language, self._words, self._others = rng, language, words, others
        self._known = dict(known or {})
        self._dealt: dict[str, list[str]] = {}
        """what is left of lists that are gone through in a random order, so that little is said twice"""

    def filled(self, text: str) -> str:
        """A phrase with its gaps filled.

        `{n}`, `{few}` and `{digit}` are numbers (any, up to twelve, below ten), `{clock}` a time, `{date}` and `{year}`
        as the language writes them, `{name}` somebody on the page, `{site}` and `{author}` of the page;
        `{place}`, `{thing}` and others are entries of the list `places`, `things`, …
        """
        return _SLOT.sub(lambda gap: self._gap(gap[1]), text)

    def phrase(self, kind: str) -> str:
        """A phrase of a list."""
        return self.filled(self._rng.choice(self._words[kind]))

    def sentence(self) -> str:
        """One sentence or question, as plain text."""
        if self._rng.random() < 0.15:
            return self.phrase("questions")
        stop = _STOPS.get(self._language) or self._rng.choice(_ENDS)
        return self.phrase("sentences") + stop.strip()

    def sentences(self, least: int, most: int) -> str:
        """Several sentences in a row."""
        space = "" if self._language in ("zh", "ja") else " "
        return space.join(self.sentence() for _ in range(self._rng.randint(least, most)))

    def title(self) -> str:
        """A title of a thread."""
        title = self.phrase("titles")
        return title[:1].upper() + title[1:]

    def headline(self) -> str:
        """A title of an article."""
        title = self.say("headlines")
        return title[:1].upper() + title[1:]

    def prose(self, least: int, most: int) -> str:
        """Several sentences of a report in a row."""
        return self.passage("news", least, most)

    def opinion(self, least: int, most: int) -> str:
        """Several sentences of somebody who comments on a report."""
        return self.passage("opinions", least, most)

    def passage(self, kind: str, least: int, most: int) -> str:
        """Several phrases of a list as the sentences of a paragraph."""
        return self._told(kind, self._rng.randint(least, most))

    def say(self, kind: str) -> str:
        """A label or a stock phrase of a site; each of a list once before any comes again."""
        left = self._dealt.get(kind)
        if not left:
            left = self._dealt[kind] = self._rng.sample(self._words[kind], len(self._words[kind]))
        return self.filled(left.pop())

    def paragraphs(self, *, opening: bool = False) -> list[str]:
        """A post as the HTML of its paragraphs; the post that opens a thread is rarely short."""
        rng = self._rng
        kinds, weights = [kind for _, kind in _LENGTHS], [weight for weight, _ in _LENGTHS]
        kind = rng.choices(kinds, weights)[0]
        if opening and kind == "short" and rng.random() < 0.8:
            kind = "some"
        if kind == "short":
            return [self._decorated(self.phrase("short"))]
        if kind == "plain":
            found = [self._paragraph(1, 3)]
        else:
            count = rng.randint(2, 4) if kind == "some" else rng.randint(5, 9)
            found = [self._paragraph(1, 5) for _ in range(count)]
        if rng.random() < (0.5 if opening else 0.15):
            found.insert(0, self.phrase("greetings"))
        for chance, extra in ((0.06, self._list), (0.05, self._code), (0.07, self._picture), (0.12, self._closing)):
            if rng.random() < chance:
                found.append(extra())
        return found

    def signature(self) -> str:
        """What somebody writes under every post."""
        rng = self._rng
        text = self.phrase(rng.choice(["sentences", "titles", "closings"]))
        link = self._link(f"https://{rng.choice(['kettles', 'canoe-club', 'my-garden'])}.example/")
        forms = (
            f"<i>{text}</i>",
            text,
            f"{text}<br>{self.phrase('things')}, {self.phrase('things')}",
            link,
            f"<b>{text}</b>",
        )
        return rng.choice(forms)

    def _told(self, kind: str, count: int) -> str:
        """Sentences of a list, begun with a capital and ended by a stop."""
        stop = _STOPS.get(self._language, ".").strip()
        space = "" if self._language in ("zh", "ja") else " "
        said = [self.say(kind) for _ in range(count)]
        return space.join(text[:1].upper() + text[1:] + ("" if _ENDED.search(text) else stop) for text in said)

    def _gap(self, name: str) -> str:
        rng = self._rng
        if name in self._known:
            return self._known[name]
        if name == "few":
            return str(rng.randint(2, 12))
        if name == "digit":
            return str(rng.randint(0, 9))
        if name == "clock":
            return f"{rng.randint(6, 22):02}{rng.choice('::.')}{rng.choice([0, 0, 15, 20, 30, 45]):02}"
        if name == "n":
            return str(rng.choice([rng.randint(2, 12), rng.randint(13, 400), rng.randint(1000, 9000)]))
        if name == "name":
            return rng.choice(self._others)
        if name == "year":
            return str(rng.randint(1998, 2025) + (BUDDHIST if self._language == "th" else 0))
        if name == "date":
            day = datetime(rng.randint(2004, 2025), 1, 1) + timedelta(days=rng.randint(0, 364))
            return shown_when(self._words, day, rng.choice(self._words["dates"]))
        return rng.choice(self._words[_DRAWN.get(name, f"{name}s")])

    def _paragraph(self, least: int, most: int) -> str:
        return self._decorated(self.sentences(least, most))

    def _decorated(self, text: str) -> str:
        """Text with a link, an emphasis, a mention, a smile or a break in it now and then."""
        rng = self._rng
        draw = rng.random()
        if draw < 0.05:
            host = rng.choice(["shop", "photos", "wiki"])
            return f"{text} {self._link(f'https://www.{host}.example/{rng.randint(1, 9999)}')}"
        if draw < 0.08:
            address = f"https://www.example.org/{rng.choice(['a', 'view', 'doc'])}/{rng.randint(10, 99999)}.html"
            return f'{text} <a href="{address}" rel="nofollow">{address}</a>'
        if draw < 0.12:
            return f"<b>{self.phrase('things')}</b>: {text}"
        if draw < 0.16:
            name = rng.choice(self._others)
            return f"@{name} {text}"
        if draw < 0.2:
            return f'<a class="mention" href="/user/{rng.randint(1, 900)}">@{rng.choice(self._others)}</a> {text}'
        if draw < 0.3:
            return f"{text} {rng.choice(_EMOJI)}"
        if draw < 0.36:
            return f"{text}<br>{self.sentence()}"
        if draw < 0.39:
            return f"<em>{text}</em>"
        return text

    def _link(self, address: str) -> str:
        return f'<a href="{address}">{self.phrase("things")}</a>'

    def _list(self) -> str:
        items = [self.phrase(self._rng.choice(["things", "sentences"])) for _ in range(self._rng.randint(2, 6))]
        if self._rng.random() < 0.5:
            return "<br>".join(f"{self._rng.choice('-*')} {item}" for item in items)
        return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"

    def _code(self) -> str:
        code = self._rng.choice(_CODE)
        return f"<pre><code>{code}</code></pre>" if self._rng.random() < 0.7 else f"<code>{escape(code[:30])}</code>"

    def _picture(self) -> str:
        number = self._rng.randint(1, 9999)
        return f'<img src="https://img.example/{number}.jpg" alt="{number}.jpg"> {self.sentence()}'

    def _closing(self) -> str:
        return self.phrase("closings")
