"""The text of made articles: reports, interviews, lists, live entries and more, in the markup that editors produce."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from kaensan.train.made.articles.kinds import Kinds
from kaensan.train.made.articles.openings import closing, opening
from kaensan.train.made.articles.parts import Parts
from kaensan.train.made.sentences import Writer

__all__ = ["KINDS", "STYLES", "Body", "Form"]

_LENGTHS = ((0.14, 0, 0), (0.16, 1, 2), (0.3, 3, 6), (0.26, 7, 15), (0.14, 16, 40))
"""shares of the articles with so many paragraphs, from the least to the most; with none there is a sentence at most"""
_MOST_SENTENCES = (1, 2, 2, 3, 5)
"""sentences of the paragraphs of an article at most"""
_WRAPS = {
    "p": "<p>{}</p>\n",
    "div": "<div>{}</div>\n",
    "p_class": '<p class="{class}">{}</p>\n',
    "p_font": '<p><font face="Arial" size="2">{}</font></p>\n',
    "p_span": '<p><span style="font-size: 12pt; font-family: Times New Roman">{}</span></p>\n',
    "p_word": '<p class="MsoNormal" style="text-align:justify"><span lang="EN-US">{}<o:p></o:p></span></p>\n',
    "p_align": '<p align="justify">{}</p>\n',
    "p_style": '<p style="text-align: justify;">{}</p>\n',
    "p_open": "<P>{}\n",
    "p_indent": "<p>&nbsp;&nbsp;&nbsp; {}</p>\n",
    "p_wide": "<p>　　{}</p>\n",
    "div_br": "<div>{}</div>\n<div><br></div>\n",
    "div_p": '<div class="{class}"><p>{}</p></div>\n',
    "div_data": '<div data-component="text-block"><p class="{class}"><span>{}</span></p></div>\n',
    "dir_p": '<p dir="auto">{}</p>\n',
}
_JOINS = {
    "br": "<br><br>\n",
    "bare_br": "<br />\n<br />\n&nbsp;&nbsp;",
    "br_once": "<br>\n&nbsp; &nbsp; &nbsp;",
    "p_between": "\n<p>\n",
    "br_span": "</span><br /><br />\n<span>",
    "lines": "\n\n",
}
_STYLES = (
    *("p", "p", "p", "p", "p", "p", "p_class", "p_class", "br", "br", "br", "div", "bare_br", "br_once", "p_font"),
    *("p_span", "p_word", "p_align", "p_style", "p_open", "p_indent", "p_between", "br_span", "div_br", "div_p"),
    *("div_data", "dir_p"),
)
"""the styles by how often they come; `lines` are for what is preformatted"""
_CLASSES = (
    *("par", "text", "Paragraph", "story-body__p", "bodytext", "StoryText", "sc-7f2a", "css-at9mc1", "artText", "txt"),
    *("paragraph paragraph--lite", "mb-4 leading-relaxed", "_2cQk9", "rich-text", "normal", "art_p"),
)
_WIDE = frozenset({"ja", "zh"})
"""languages that begin paragraphs with wide spaces"""
_BLOCK = re.compile(
    r"<(?:p|div|h\d|hr|ul|ol|dl|table|figure|blockquote|aside|details|center|object|video)\b", re.IGNORECASE
)
_FIRST_TAG = re.compile(r"^\s*<(\w+)(?![^>]*data-gold)")
_MARK = " data-gold-content"
_SLUGS = (
    "council",
    "harbour",
    "bridge",
    "minister",
    "school",
    "market",
    "rain",
    "derby",
    "budget",
    "storm",
    "festival",
)


_SHARES = {
    "report": 0.72,
    "interview": 0.05,
    "listicle": 0.04,
    "sections": 0.05,
    "live": 0.02,
    "gallery": 0.02,
    "noted": 0.03,
    "letter": 0.01,
    "verse": 0.01,
    "recipe": 0.01,
    "results": 0.01,
    "briefs": 0.03,
}
"""the kinds of bodies by their share; all but reports are methods of `Kinds`"""
KINDS = (*_SHARES, "passage")
"""what a body may be; a passage is a part of a report"""
STYLES = (*_WRAPS, *_JOINS)
"""how its paragraphs may be written: in an element each, or one after the other with something between them"""


@dataclass(frozen=True)
class Form:
    """What a body is to look like; what is left empty is drawn."""

    style: str = ""
    """one of `STYLES`"""
    kind: str = ""
    """one of `KINDS`"""
    least: int | None = None
    most: int | None = None
    """how many paragraphs"""
    marked: bool = False
    """whether each of its elements bears the mark of content, because nothing around all of them can"""
    plain: bool = False
    """whether it holds no blocks of its own, only paragraphs in the style"""


class Body:
    """Writes the text of one article."""

    def __init__(self, rng: Random, writer: Writer, language: str, form: Form, inside: Callable[[], str]) -> None:
        """`inside` gives furniture for between paragraphs."""
        self._rng, self._writer, self._language, self._form, self._inside = rng, writer, language, form, inside
        self._parts = Parts(rng, writer)
        self._class = rng.choice(_CLASSES)
        self._most = rng.choice(_MOST_SENTENCES)
        self._special = 0.0 if form.plain else rng.choice([0.0, 0.05, 0.15, 0.3])
        styles = [style for style in _STYLES if style in _WRAPS] if form.marked else _STYLES
        self.style = form.style or rng.choice([*styles, *(["p_wide"] * 6 if language in _WIDE else [])])
        kinds, shares = zip(*_SHARES.items(), strict=True)
        self.kind = form.kind or ("report" if form.plain else rng.choices(kinds, shares)[0])

    def written(self) -> str:
        """Its markup."""
        count = self._count()
        if not count:
            parts = self._tiny()
        elif self.kind == "passage":
            parts = self._passage(count)
        elif self.kind == "report" or (count < 3 and not self._form.kind):
            parts = self._report(count)
        else:
            parts = self._of_kind(count)
        return self._joined(parts)

    def _count(self) -> int:
        _, least, most = self._rng.choices(_LENGTHS, [share for share, _, _ in _LENGTHS])[0]
        if self._form.least is not None:
            least, most = self._form.least, max(self._form.least, self._form.most or 0)
        elif self._form.most is not None:
            least, most = min(least, self._form.most), min(most, self._form.most)
        return self._rng.randint(least, most)

    def _joined(self, parts: list[str]) -> str:
        """Paragraphs in the style, and what brings elements of its own as it is."""
        if self.style == "lines":
            return "\n\n".join("\n".join(textwrap.wrap(part, 72)) for part in parts)
        if self.style in _JOINS:
            between = _JOINS[self.style]
            return f"<span>{between.join(parts)}</span>" if "span" in between else between.join(parts)
        wrap = _WRAPS[self.style].replace("{class}", self._class)
        written = [part if _BLOCK.match(part) else wrap.replace("{}", part) for part in parts]
        if self._form.marked:
            written = [_FIRST_TAG.sub(rf"<\1{_MARK}", part) for part in written]
        return "".join(written)

    def _tiny(self) -> list[str]:
        """A picture with a line or two: many posts of blogs are no more."""
        picture = f"<p>{self._parts.image()}</p>"
        pictures = [] if self._form.plain else self._rng.choice([[], [picture], [picture]])
        return [*pictures, self._writer.prose(1, 1)]

    def _of_kind(self, count: int) -> list[str]:
        told = Kinds(self._rng, self._writer, self._parts, self._paragraph, self._report)
        found: list[str] = getattr(told, self.kind)(count)
        return found

    def _report(self, count: int) -> list[str]:
        """Paragraphs, begun and ended as reports are now and then."""
        parts = self._passage(count)
        if self._rng.random() < 0.3:
            parts[0] = opening(self._rng, self._writer, self._language, parts[0])
        if self._rng.random() < 0.2:
            parts.append(closing(self._rng, self._writer, self._language))
        return parts

    def _passage(self, count: int) -> list[str]:
        """Paragraphs with what stands between them."""
        rng = self._rng
        parts: list[str] = []
        for number in range(count):
            parts.append(self._paragraph())
            if count > 2 and number < count - 1 and rng.random() < self._special:
                parts.append(self._parts.any())
            if count > 2 and number < count - 1 and not self._form.plain and rng.random() < 0.06:
                parts += [f"<div data-gold-other>{found}</div>" for found in [self._inside()] if found]
        return parts

    def _paragraph(self) -> str:
        rng = self._rng
        text = self._writer.prose(1, self._most)
        draw = rng.random()
        if draw < 0.08:
            return f'{text} <a href="/{rng.choice(_SLUGS)}/{rng.randint(1, 9999)}">{self._writer.phrase("things")}</a>.'
        if draw < 0.12:
            return f"<strong>{self._writer.phrase('things')}</strong> {text}"
        if draw < 0.15:
            return f"<em>{text}</em>"
        return text
