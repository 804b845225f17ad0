"""What the user gets: one page, decided and ready to be read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

import kaensan.render
from kaensan.cached import cached_property
from kaensan.document.folded import FoldedPage
from kaensan.errors import KaensanError, UsageError
from kaensan.methods import Labels
from kaensan.page import Page, parse
from kaensan.render.options import RenderOptions
from kaensan.render.text import render_text

if TYPE_CHECKING:  # what a page of which only the text is asked for does not wait for
    from kaensan.document.content_blocks import Block
    from kaensan.document.sections import Section
    from kaensan.metadata.metadata import Metadata
    from kaensan.threads.thread import Post, Thread

__all__ = ["FORMATS", "Document"]

FORMATS = ("text", "markdown", "html", "json")
"""What a document can be rendered as."""

_COMPUTED = ("text", "markdown", "html", "metadata")


class Document:
    """The main content of a page and what is known about it.

    Everything is worked out when it is first asked for. A document can be pickled: it takes along what was worked out
    and the page's markup, but not the method's reasons and evidence.
    """

    def __init__(self, page: Page, labels: Labels, *, error: KaensanError | None = None) -> None:
        self._origin: Page | FoldedPage = page
        self.labels = labels
        self.error = error
        """why there is no content, for a page that could not be extracted; None as a rule"""

    @classmethod
    def failed(cls, error: KaensanError, url: str | None = None) -> Document:
        """An empty document for a page that could not be extracted."""
        page = replace(parse("", url), warnings=(str(error),))
        return cls(page, Labels("none", np.zeros(0, np.int8), np.zeros(0, np.float32)), error=error)

    def __repr__(self) -> str:
        return f"Document(title={self.title!r}, text={len(self.text)} characters, method={self.method!r})"

    def _repr_html_(self) -> str:
        """How notebooks show it: the title, what is known, and the content."""
        from kaensan.render.notebook_card import card

        facts = {
            "author": self.author,
            "date": self.date,
            "site": self.metadata.site,
            "language": self.language,
            "type": self.page_type,
            "confidence": None if self.confidence is None else f"{self.confidence:.2f}",
            "method": self.method,
            "address": self.url,
            "error": self.error,
            "warnings": "; ".join(self.warnings),
        }
        return card(self.title or "(no title)", facts, self.html, language=self.language)

    @property
    def page(self) -> Page:
        """The page that the document was made from."""
        if isinstance(self._origin, FoldedPage):
            self._origin = self._origin.unfold()
        return self._origin

    @property
    def url(self) -> str | None:
        """Where the page came from."""
        return self._origin.url

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd about the page, or about how it was decided, each in one sentence."""
        stopped = self._origin.budget.warnings if isinstance(self._origin, Page) else ()
        return tuple(dict.fromkeys((*self._origin.warnings, *stopped, *self.labels.warnings)))

    @cached_property
    def metadata(self) -> Metadata:
        """Title, authors, dates and the rest, each with its source."""
        from kaensan.metadata.read import read_metadata
        from kaensan.threads.opening_statement import stated_by_opening

        stated = {**stated_by_opening(self.labels), **self.labels.stated}
        return read_metadata(self.page, replace(self.labels, stated=stated) if stated else self.labels)

    @property
    def title(self) -> str | None:
        """The headline, without the name of the site."""
        return self.metadata.title

    @property
    def author(self) -> str | None:
        """The authors in one line."""
        return self.metadata.author

    @property
    def date(self) -> str | None:
        """When the page was published, in ISO 8601."""
        return self.metadata.date

    @property
    def language(self) -> str | None:
        """The language of the content (ISO 639-1)."""
        return self.metadata.language

    @cached_property
    def text(self) -> str:
        """The content as plain text, one block a line."""
        return render_text(self.page, self.labels.kept)

    @cached_property
    def markdown(self) -> str:
        """The content as GitHub-flavoured Markdown."""
        from kaensan.render.markdown import render_markdown

        return render_markdown(self.page, self.labels.kept)

    @cached_property
    def html(self) -> str:
        """The content as clean, safe HTML."""
        from kaensan.render.html import render_html

        return render_html(self.page, self.labels.kept)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The content block by block."""
        from kaensan.document.content_blocks import read_blocks

        return read_blocks(self.page, self.labels)

    def sections(self) -> tuple[Section, ...]:
        """The content cut at its headings: path of headings, text, Markdown, and where each part lies in the text.

        >>> from kaensan import extract
        >>> html = "<h1>Tea</h1><p>A drink.</p><h2>Green</h2><p>Not fermented.</p>"
        >>> for section in extract(html, method="xpath").sections():
        ...     print(section.path, section.offsets, section.text.splitlines()[-1])
        ('Tea',) (0, 12) A drink.
        ('Tea', 'Green') (13, 33) Not fermented.
        """
        from kaensan.document.sections import cut_sections

        return cut_sections(self.text, self.markdown, self.blocks)

    @cached_property
    def thread(self) -> Thread | None:
        """The page as a discussion, None where it is none; rules may name its posts, else the method plays no part."""
        from kaensan.threads.finder import find_thread
        from kaensan.threads.opening_statement import ranked_groups

        thread = find_thread(self.page, ranking=ranked_groups(self.labels), bodies=self.labels.posts)
        return thread if thread is None or thread.title else replace(thread, title=self.title)

    @property
    def posts(self) -> tuple[Post, ...]:
        """The posts of the discussion, none where the page is no discussion."""
        return self.thread.posts if self.thread else ()

    @cached_property
    def pieces(self) -> list[str]:
        """The text cut into words, spaces and signs, which join to it again."""
        from kaensan.thai.words import segment

        return segment(self.text)

    @property
    def method(self) -> str:
        """The name of the method that decided."""
        return self.labels.method

    @property
    def confidence(self) -> float | None:
        """The F1 that the method expects of this extraction, None where it cannot tell."""
        return self.labels.confidence

    @property
    def page_type(self) -> str | None:
        """What kind of page it is, such as `article` or `forum`; None where the method does not say."""
        return self.labels.page_type

    def render(self, form: str = "text", options: RenderOptions | None = None) -> str:
        """The content in one of `FORMATS`; the options never change which text it is."""
        if form not in FORMATS:
            raise UsageError(f"there is no format {form!r}; choose one of {', '.join(FORMATS)}")
        if not isinstance(options, RenderOptions | None):
            raise UsageError(f"options is RenderOptions, not {type(options).__name__}: {repr(options)[:60]}")
        if form == "json":
            return self.to_json(indent=2)
        rendered: str
        if options is None:
            rendered = getattr(self, form)
            return rendered
        render = getattr(kaensan.render, f"render_{form}")
        rendered = render(self.page, self.labels.kept, options)
        return rendered

    def to_dict(self, formats: Iterable[str] = ("text", "markdown")) -> dict[str, Any]:
        """Everything that is plain data, ready for JSON, with the content in the given formats."""
        return {
            "url": self.url,
            **self.metadata.to_dict(),
            "page_type": self.page_type,
            "confidence": self.confidence,
            "method": self.method,
            **{form: self.render(form) for form in formats},
            "warnings": list(self.warnings),
        }

    def to_json(self, formats: Iterable[str] = ("text", "markdown"), *, indent: int | None = None) -> str:
        """`to_dict` as JSON, Thai and all other letters as they are."""
        return json.dumps(self.to_dict(formats), ensure_ascii=False, indent=indent)

    def __getstate__(self) -> dict[str, Any]:
        origin = self._origin if isinstance(self._origin, FoldedPage) else FoldedPage.of(self._origin)
        labels = replace(self.labels, reason=Labels.reason, evidence=None, translated=None)
        computed = {name: value for name, value in self.__dict__.items() if name in _COMPUTED}
        return {"_origin": origin, "labels": labels, "error": self.error, **computed}
