"""The drop-in functions of `kaensan.compat` beside the originals, on those projects' own test pages.

    python -m experiments.compat --data DIR [--most N]

prints, for each project, how well the original and the drop-in do on the pages that the project itself keeps for its
tests: F1 of the text (where the set has only snippets, the share of them that is where it should be), the share of
pages with the right title, author and date, and how near the two texts are to one another. Then which arguments of the
originals have an effect in the drop-in. Our models were trained on these sets too, so the figures say what a change
of the import does to these pages, and not which extractor is better. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import fmean

from kaensan.bench.measure import measure
from kaensan.bench.peers import PEERS, Fields, quieten, whole_text
from kaensan.bench.system_process import Answer
from kaensan.compat import newspaper, readability, trafilatura
from kaensan.gold import datasets
from kaensan.gold.datasets import GoldPage
from kaensan.gold.metrics import trigram_f1
from kaensan.page.decode import decode
from kaensan.progress import progress

__all__ = ["Compared", "arguments", "compare", "main", "to_markdown"]

_FIELDS = ("title", "author", "date")
Reader = Callable[[bytes, str | None], Answer]


def _original(name: str) -> Reader:
    extract = PEERS[name].extract
    assert extract is not None

    def read(html: bytes, url: str | None) -> Answer:
        found = extract(html, url)
        text = whole_text(found.html) if found.text is None and found.html else found.text or ""
        return Answer(text=text, metadata=_plain(found.metadata() if found.metadata else {}))

    return read


def _plain(fields: Fields) -> dict[str, str]:
    return {name: str(value) for name, value in fields.items() if value}


def _trafilatura(html: bytes, url: str | None) -> Answer:
    found = trafilatura.bare_extraction(html, url)
    if found is None:
        return Answer(metadata=_plain({name: trafilatura.extract_metadata(html, url)[name] for name in _FIELDS}))
    return Answer(text=found["text"], metadata=_plain({name: found[name] for name in _FIELDS}))


def _readability(html: bytes, url: str | None) -> Answer:
    document = readability.Document(html, url=url)
    return Answer(text=whole_text(document.summary(html_partial=True)), metadata={"title": document.short_title()})


def _newspaper(html: bytes, url: str | None) -> Answer:
    found = newspaper.article(url or "https://example.org/", input_html=decode(html).text)
    date = found.publish_date.date().isoformat() if found.publish_date else None
    fields: Fields = {"title": found.title, "author": "; ".join(found.authors), "date": date}
    return Answer(text=found.text, metadata=_plain(fields))


@dataclass(frozen=True)
class Project:
    """A project whose functions have drop-ins."""

    dataset: str
    drop_in: Reader
    fields: tuple[str, ...] = _FIELDS
    """what the original finds besides the text"""


PROJECTS = {
    "trafilatura": Project("trafilatura-eval", _trafilatura),
    "readability": Project("readability", _readability, ("title",)),
    "newspaper": Project("newspaper", _newspaper),
}


@dataclass
class Compared:
    """A project's pages, read by the original and by the drop-in."""

    project: str
    pages: int = 0
    snippets: bool = False
    text: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    alike: list[float] = field(default_factory=list)
    fields: dict[str, tuple[list[bool], list[bool]]] = field(default_factory=dict)
    failed: list[int] = field(default_factory=lambda: [0, 0])


def compare(name: str, pages: Sequence[GoldPage]) -> Compared:
    """Read every page twice."""
    project, compared = PROJECTS[name], Compared(name, len(pages))
    readers = (_original(name), project.drop_in)
    for page in progress(pages, len(pages), name):
        answers = []
        for side, read in enumerate(readers):
            try:
                answers.append(read(page.html, page.url))
            except Exception as error:  # an original may fail in any way; that is part of the comparison
                compared.failed[side] += 1
                answers.append(Answer(metadata={}, error=str(error)))
        compared.snippets |= page.text is None
        for side, answer in enumerate(answers):
            scores = measure(page, answer)
            compared.text[side].append(scores.f1)
            for each in set(project.fields) & scores.fields.keys():
                compared.fields.setdefault(each, ([], []))[side].append(scores.fields[each])
        compared.alike.append(trigram_f1(answers[1].text, answers[0].text).f1)
    return compared


def to_markdown(results: Sequence[Compared]) -> str:
    """A row for each quantity."""
    lines = ["| project | pages | what | original | drop-in |", "|---|--:|---|--:|--:|"]
    for each in results:
        what = "snippets in place" if each.snippets else "F1 of the text"
        rows = [(what, len(each.text[0]), fmean(each.text[0]), fmean(each.text[1]))]
        for name in _FIELDS:
            if name in each.fields:
                right = each.fields[name]
                rows.append((f"{name} right", len(right[0]), fmean(right[0]), fmean(right[1])))
        lines += [f"| {each.project} | {pages} | {what} | {a:.3f} | {b:.3f} |" for what, pages, a, b in rows]
        lines.append(
            f"| {each.project} | {each.pages} | F1 of the drop-in's text against the original's | | ",
        )
        lines[-1] += f"{fmean(each.alike):.3f} |"
        if any(each.failed):
            lines.append(f"| {each.project} | {each.pages} | pages that raise | {each.failed[0]} | {each.failed[1]} |")
    return "\n".join(lines) + "\n"


def arguments() -> str:
    """Which arguments of each function have an effect in its drop-in, from the signatures."""
    import newspaper as newspaper_
    import readability as readability_
    import trafilatura as trafilatura_

    pairs: list[tuple[str, Callable[..., object], Callable[..., object]]] = [
        ("trafilatura.extract", trafilatura_.extract, trafilatura.extract),
        ("trafilatura.extract_metadata", trafilatura_.extract_metadata, trafilatura.extract_metadata),
        ("trafilatura.fetch_url", trafilatura_.fetch_url, trafilatura.fetch_url),
        ("readability.Document", readability_.Document.__init__, readability.Document.__init__),
        ("readability.Document.summary", readability_.Document.summary, readability.Document.summary),
        ("newspaper.Article", newspaper_.Article.__init__, newspaper.Article.__init__),
        ("newspaper.Article.download", newspaper_.Article.download, newspaper.Article.download),
    ]
    lines = ["| function | arguments with an effect | named in a warning |", "|---|---|---|"]
    for name, original, drop_in in pairs:
        known = set(inspect.signature(drop_in).parameters) - _WITHOUT_EFFECT
        asked = [each for each in inspect.signature(original).parameters if each not in ("self", "kwargs")]
        sides = [[f"`{each}`" for each in asked if (each in known) is side] for side in (True, False)]
        lines.append(f"| `{name}` | {', '.join(sides[0])} | {', '.join(sides[1]) or '–'} |")
    return "\n".join(lines) + "\n"


_WITHOUT_EFFECT = {"positive_keywords", "negative_keywords", "keep_all_images"}
"""parameters of drop-ins that are there for their place only"""


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder with the datasets")
    parser.add_argument("--most", type=int, metavar="N", help="pages of each set at most (all)")
    given = parser.parse_args(argv)
    quieten()
    results = []
    for name, project in PROJECTS.items():
        pages = list(islice(datasets.load(given.data, project.dataset), given.most))
        results.append(compare(name, pages))
    sys.stdout.write(to_markdown(results) + "\n" + arguments())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
