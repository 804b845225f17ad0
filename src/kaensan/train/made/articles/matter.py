"""What made articles say: from two words under a picture to a long report, in the markup that editors produce."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random

from kaensan.train.made.sentences import Writer

__all__ = ["Article", "draw_article"]

_LENGTHS = ((0.14, 0, 0), (0.16, 1, 2), (0.3, 3, 6), (0.26, 7, 15), (0.14, 16, 40))
"""shares of the articles with so many paragraphs, from the least to the most; with none there is a sentence at most"""
_MOST_SENTENCES = (1, 2, 2, 3, 5)
"""sentences of the paragraphs of an article at most"""
_STYLES = ("p", "p", "p", "p", "br", "br", "div", "p_class", "bare_br", "p_font")
_PARTS = ("subheading", "list", "quote", "picture", "table", "steps", "question", "pull_quote", "embed", "continues")
"""what stands between paragraphs now and then"""

Inside = Callable[[], str]
"""markup of furniture between paragraphs"""


@dataclass(frozen=True)
class Article:
    """An article as layouts know it."""

    title: str
    lead: str
    """its standfirst; empty where it has none"""
    author: str
    time: datetime
    edited: datetime | None
    section: str
    tags: list[str]
    url: str
    id: int
    slug: str
    image: str
    caption: str
    agency: str
    place: str
    style: str
    """how its paragraphs are written"""
    body: str
    """the markup of its text, to be put in an element that bears `data-gold-content`"""


def draw_article(rng: Random, writer: Writer, host: str, author: str, time: datetime, inside: Inside) -> Article:
    """One article."""
    identity = rng.randint(1000, 9_000_000)
    slug = "-".join(rng.choice(_SLUGS) for _ in range(rng.randint(2, 6)))
    style = rng.choice(_STYLES)
    return Article(
        title=writer.headline(),
        lead=writer.prose(1, 2) if rng.random() < 0.45 else "",
        author=author,
        time=time,
        edited=None,
        section=writer.say("nav"),
        tags=[writer.phrase("topics") for _ in range(rng.randint(2, 6))],
        url=f"https://{host}/{rng.choice(_SLUGS)}/{slug}-{identity}",
        id=identity,
        slug=slug,
        image=f"https://img.example/{rng.randint(1, 9999)}.jpg",
        caption=writer.say("captions"),
        agency=rng.choice(["", "", "AP", "dpa", "Reuters", "AFP", "PA"]),
        place=writer.phrase("places"),
        style=style,
        body=_Body(rng, writer, style, inside).written(),
    )


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


class _Body:
    """The text of an article in one style."""

    def __init__(self, rng: Random, writer: Writer, style: str, inside: Inside) -> None:
        self._rng, self._writer, self._style, self._inside = rng, writer, style, inside
        self._most = rng.choice(_MOST_SENTENCES)
        self._special = rng.choice([0.0, 0.05, 0.15, 0.3])

    def written(self) -> str:
        rng = self._rng
        _, least, most = rng.choices(_LENGTHS, [share for share, _, _ in _LENGTHS])[0]
        count = rng.randint(least, most)
        if not count:
            return self._tiny()
        parts: list[tuple[str, bool]] = []
        """markup, and whether it is a block of its own"""
        for number in range(count):
            opening = f"{self._writer.say('datelines')} " if not number and rng.random() < 0.12 else ""
            parts.append((opening + self._paragraph(), False))
            if count > 2 and number < count - 1 and rng.random() < self._special:
                parts.append((getattr(self, f"_{rng.choice(_PARTS)}")(), True))
            if count > 2 and number < count - 1 and rng.random() < 0.06 and (found := self._inside()):
                parts.append((f"<div data-gold-other>{found}</div>", True))
        if rng.random() < 0.05:
            parts.append((f"<p data-gold-maybe><i>{self._writer.say('corrections')}</i></p>", True))
        return self._joined(parts)

    def _tiny(self) -> str:
        """A picture with a line or two: many posts of blogs are no more."""
        number = self._rng.randint(1, 9999)
        picture = f'<p><img src="https://img.example/{number}.jpg" width="500" height="333" alt=""></p>'
        return self._rng.choice(["", picture, picture]) + self._joined([(self._writer.prose(1, 1), False)])

    def _joined(self, parts: list[tuple[str, bool]]) -> str:
        if self._style in ("br", "bare_br"):
            stop = "<br><br>\n" if self._style == "br" else "<br />\n<br />\n&nbsp;&nbsp;"
            return stop.join(part for part, _ in parts)
        wrap = {
            "p": "<p>{}</p>\n",
            "div": "<div>{}</div>\n",
            "p_class": '<p class="par">{}</p>\n',
            "p_font": '<p><font face="Arial" size="2">{}</font></p>\n',
        }[self._style]
        return "".join(part if own else wrap.replace("{}", part) for part, own in parts)

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

    def _subheading(self) -> str:
        title = self._writer.headline()
        return self._rng.choice(["<h2>{}</h2>", "<h3>{}</h3>", "<p><b>{}</b></p>"]).replace("{}", title)

    def _list(self) -> str:
        tag = self._rng.choice(["ul", "ul", "ol"])
        items = "".join(f"<li>{self._writer.prose(1, 1)}</li>" for _ in range(self._rng.randint(2, 7)))
        return f"<{tag}>{items}</{tag}>"

    def _steps(self) -> str:
        items = [f"{number}. {self._writer.prose(1, 1)}" for number in range(1, self._rng.randint(3, 7))]
        return "<p>" + "<br>".join(items) + "</p>"

    def _quote(self) -> str:
        return f"<blockquote><p>{self._writer.prose(1, 3)}</p></blockquote>"

    def _pull_quote(self) -> str:
        return f"<aside data-gold-maybe>{self._writer.prose(1, 1)}</aside>"

    def _continues(self) -> str:
        return f"<p data-gold-maybe>{self._writer.say('continues')}</p>"

    def _question(self) -> str:
        return f"<p><b>{self._writer.phrase('questions')}</b></p>"

    def _picture(self) -> str:
        number = self._rng.randint(1, 9999)
        image = f'<img src="https://img.example/{number}.jpg" alt="{self._writer.phrase("things")}">'
        caption = self._writer.say("captions")
        forms = (
            f"<figure>{image}<figcaption data-gold-maybe>{caption}</figcaption></figure>",
            f'<div class="pic">{image}<span data-gold-maybe>{caption}</span></div>',
            f'<table align="right"><tr><td>{image}<br><small data-gold-maybe>{caption}</small></td></tr></table>',
            f"<p>{image}</p>",
        )
        return self._rng.choice(forms)

    def _table(self) -> str:
        head = "".join(f"<th>{self._writer.phrase('things')}</th>" for _ in range(3))
        rows = "".join(
            f"<tr><td>{self._writer.phrase('places')}</td><td>{self._rng.randint(1, 900)}</td>"
            f"<td>{self._rng.randint(1, 99)} %</td></tr>"
            for _ in range(self._rng.randint(3, 8))
        )
        return f"<table><tr>{head}</tr>{rows}</table>"

    def _embed(self) -> str:
        number = self._rng.randint(1, 9999)
        return (
            f'<div class="embed"><iframe src="https://video.example/{number}" width="560" height="315"></iframe></div>'
        )
