"""What a made article is about, and everything that layouts show of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from kaensan.train.made.articles.bodies import Body, Form
from kaensan.train.made.articles.openings import AGENCIES
from kaensan.train.made.sentences import Writer

__all__ = ["Article", "Entry", "draw_article", "draw_entries"]

_SLUGS = (
    *("council", "harbour", "bridge", "minister", "school", "market", "rain", "derby", "budget", "storm", "festival"),
    *("village", "court", "museum", "harvest", "library", "ferry", "orchard", "election", "hospital", "tunnel"),
)
_PATHS = (
    *("{word}/{slug}-{id}", "{word}/{slug}-{id}.html", "{year}/{month:02d}/{slug}.html", "{year}/{month:02d}/{slug}/"),
    *("article/{id}", "news/story.asp?id={id}", "index.php?option=com_content&id={id}", "{slug}", "p/{id}", "?p={id}"),
    *("{word}/article{id}.ece", "news/{year}-{month:02d}-{day:02d}/{id}.shtml", "content/{slug}", "{word}/{id}/{slug}"),
    *("node/{id}", "newsdetail.php?newsid={id}", "{year}{month:02d}{day:02d}/{id}_0.htm", "~{word}/{slug}.htm"),
)


@dataclass(frozen=True)
class Article:
    """An article as layouts know it."""

    title: str
    lead: str
    """its standfirst; empty where it has none"""
    points: list[str]
    """what is most important in it, a sentence each; empty where nobody says so"""
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
    minutes: int
    """what it takes to read it"""
    style: str
    """how its paragraphs are written"""
    kind: str
    """what sort of text it is"""
    body: str
    """the markup of its text, to be put in an element that bears `data-gold-content`"""


@dataclass(frozen=True)
class Entry:
    """What a live blog says at one time."""

    id: int
    title: str
    """empty where it has none"""
    author: str
    time: datetime
    body: str


def draw_article(
    rng: Random,
    writer: Writer,
    language: str,
    host: str,
    author: str,
    time: datetime,
    inside: Callable[[], str],
    form: Form | None = None,
) -> Article:
    """One article; `inside` gives furniture for between its paragraphs."""
    identity = rng.randint(1000, 9_000_000)
    slug = "-".join(rng.choice(_SLUGS) for _ in range(rng.randint(2, 6)))
    path = rng.choice(_PATHS).format(
        word=rng.choice(_SLUGS), slug=slug, id=identity, year=time.year, month=time.month, day=time.day
    )
    body = Body(rng, writer, language, form or Form(), inside)
    return Article(
        title=writer.headline(),
        lead=writer.prose(1, 2) if rng.random() < 0.45 else "",
        points=[writer.prose(1, 1) for _ in range(rng.randint(2, 5))] if rng.random() < 0.3 else [],
        author=author,
        time=time,
        edited=time + timedelta(minutes=rng.choice([7, 95, 700, 3000])) if rng.random() < 0.25 else None,
        section=writer.say("nav"),
        tags=[writer.phrase("topics") for _ in range(rng.randint(2, 6))],
        url=f"https://{host}/{path}",
        id=identity,
        slug=slug,
        image=f"https://img.example/{rng.randint(1, 9999)}.jpg",
        caption=writer.say("captions"),
        agency=rng.choice(["", "", *AGENCIES]),
        place=writer.phrase("places"),
        minutes=rng.randint(1, 18),
        style=body.style,
        kind=body.kind,
        body=body.written(),
    )


def draw_entries(rng: Random, writer: Writer, language: str, time: datetime, count: int) -> list[Entry]:
    """Some entries of a live blog, the latest first."""
    found = []
    titled = rng.choice([0.0, 0.5, 1.0])
    for _ in range(count):
        time -= timedelta(minutes=rng.randint(1, 45))
        form = Form(style=rng.choice(["p", "p", "br", "div"]), kind="passage", least=1, most=3)
        body = Body(rng, writer, language, form, str)
        found.append(
            Entry(
                id=rng.randint(1000, 9_000_000),
                title=writer.headline() if rng.random() < titled else "",
                author=writer.phrase("names"),
                time=time,
                body=body.written(),
            )
        )
    return found
