"""What a page says about itself, outside its visible text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.page.base_address import Addresses
from kaensan.page.budget import Budget
from kaensan.page.elements import Elements
from kaensan.page.lenient_json import Json, read_json
from kaensan.page.normalise import normalise
from kaensan.page.stems import stem_table
from kaensan.page.structured import Thing, json_ld_things, microdata_things, microdata_types
from kaensan.page.tags import tag_id
from kaensan.page.texts import Texts

if TYPE_CHECKING:
    from kaensan.page.embedded import Embedded, Place

__all__ = ["Head"]

_LONGEST_TITLE = 4000
"""Characters of a title that are kept: titles are compared with every text of the page."""
_MOST_NAMES = 16
"""Names that one meta element may go by; honest ones have one or two."""
_META_NAMES = ("name", "property", "itemprop", "http-equiv")
_OF_LINK = ("href", "rel")
_LINKED_DATA, _CANONICAL = stem_table(("ld+json",)), stem_table(("canonical",))


@record
class Head:
    """The page's own claims. Nothing is read before it is asked for."""

    elements: Elements
    texts: Texts
    unread: Mapping[int, str]
    url: str | None
    budget: Budget

    @cached_property
    def title(self) -> str:
        """The text of the `title` element, on one line."""
        for row in (self.elements.tag == tag_id("title")).nonzero()[0].tolist():
            if self.elements.name_of(int(self.elements.parent[row])) in ("svg", "g", "symbol", "path"):
                continue
            text = self.unread.get(row, "")
            if not text:
                text = " ".join(self.texts.strings[self.elements.first_text[row] : self.elements.end_text[row]])
            if text.strip():
                return normalise(" ".join(text.split())[:_LONGEST_TITLE])
        return ""

    @cached_property
    def meta(self) -> dict[str, list[str]]:
        """`content` of the meta elements by `name`, `property`, `itemprop` or `http-equiv`, in lower case."""
        meta: dict[str, list[str]] = {}
        stated = self.elements.attrs.contents(self.elements.tag == tag_id("meta"), _META_NAMES, ("content", "value"))
        for given, content in stated:
            names = given.lower().split(None, _MOST_NAMES)[:_MOST_NAMES]
            content = normalise(content)
            for name in names if len(names) == 1 else dict.fromkeys(names):
                meta.setdefault(name, []).append(content)
        return meta

    @cached_property
    def opengraph(self) -> dict[str, list[str]]:
        """The OpenGraph properties, without their prefix: `opengraph["title"]`."""
        return {name[3:]: values for name, values in self.meta.items() if name.startswith("og:")}

    @cached_property
    def links(self) -> dict[str, list[str]]:
        """Addresses of the `link` elements by relation, as written."""
        links: dict[str, list[str]] = {}
        for attributes in self.elements.attrs.of_elements(self.elements.tag == tag_id("link"), _OF_LINK).values():
            address = (attributes.get("href") or "").strip()
            if address:
                for relation in (attributes.get("rel") or "").lower().split():
                    links.setdefault(relation, []).append(address)
        return links

    @cached_property
    def canonical(self) -> str | None:
        """The address the page wants to be known by, absolute."""
        for address in [*self._canonical_links(), *self.opengraph.get("url", [])]:
            absolute = self.absolute(address)
            if absolute and absolute.startswith(("http://", "https://")):
                return absolute
        return None

    def _canonical_links(self) -> list[str]:
        """`links["canonical"]`, for which the other links need not be read."""
        related = self.elements.with_stems("rel", _CANONICAL)
        rows = sorted(row for relations, rows in related if "canonical" in relations.lower().split() for row in rows)
        links = [row for row in rows if self.elements.tag[row] == tag_id("link")]
        return [address for row in links if (address := self.elements.get(row, "href").strip())]

    def absolute(self, address: str) -> str | None:
        """An address of the page made absolute, as far as the page's own is known; None for what is no address."""
        return self.addresses.resolve(address)

    @cached_property
    def addresses(self) -> Addresses:
        """Where addresses on the page lead."""
        bases = (self.elements.tag == tag_id("base")).nonzero()[0].tolist()
        return Addresses(self.url, next((base for row in bases if (base := self.elements.get(row, "href"))), ""))

    @cached_property
    def json_ld(self) -> list[Json]:
        """The JSON-LD of the page as it stands, one value per script or more."""
        values = [value for text in self.json_ld_texts for value in read_json(text)]
        for name, contents in self.meta.items():
            if name.endswith("ld+json"):
                values.extend(value for content in contents for value in read_json(content))
        return values

    @cached_property
    def json_ld_texts(self) -> list[str]:
        """The scripts that hold JSON-LD, unread."""
        typed = self.elements.with_stems("type", _LINKED_DATA)
        rows = sorted(row for kind, rows in typed if "ld+json" in kind.lower() for row in rows if row in self.unread)
        return [self.unread[row] for row in rows if self.elements.tag[row] == tag_id("script")]

    @cached_property
    def things(self) -> list[Thing]:
        """What JSON-LD and microdata describe, JSON-LD first."""
        return [*self.linked_data, *self.microdata]

    @cached_property
    def linked_data(self) -> list[Thing]:
        """What the JSON-LD of the page describes."""
        return json_ld_things(self.json_ld)

    @cached_property
    def types(self) -> frozenset[str]:
        """The types of all `things`, for which the values of microdata need not be read."""
        return frozenset(name for thing in self.linked_data for name in thing.types) | microdata_types(self.elements)

    @cached_property
    def microdata(self) -> list[Thing]:
        """What the microdata of the page describes."""
        return microdata_things(self.texts, self.budget.steps("microdata"))

    @cached_property
    def languages(self) -> list[tuple[str, str]]:
        """The languages the page says it is in, as (source, tag), the most reliable source first."""
        claims: list[tuple[str, str]] = []
        if len(self.elements):
            attributes = dict(self.elements.attrs[0])
            claims += [("html lang", attributes.get("lang") or attributes.get("xml:lang") or "")]
        claims += [
            (f"meta {name}", value)
            for name in ("content-language", "og:locale", "language", "dc.language", "dcterms.language")
            for value in self.meta.get(name, [])
        ]
        stating = [thing for thing in self.things if "inlanguage" in thing.properties]
        claims += [("json-ld inLanguage", text) for thing in stating for text in thing.texts("inlanguage")]
        return [(source, tag.strip()) for source, tag in claims if tag.strip()]

    @cached_property
    def embedded(self) -> list[Embedded]:
        """Long texts from JSON-LD and application data, candidates where the markup itself holds no text."""
        from kaensan.page.embedded import embedded_texts

        return embedded_texts(self.elements, self._scripts, self.json_ld)

    def embedded_at(self, place: Place) -> list[Embedded]:
        """All texts at a place of the application data, however short."""
        from kaensan.page.embedded import texts_at

        return texts_at(place, self.elements, self._scripts, self.json_ld)

    @cached_property
    def quoted(self) -> list[Embedded]:
        """Long texts that scripts quote which are programs, the last place to look for one."""
        from kaensan.page.embedded import program_texts

        return program_texts(self._scripts)

    @cached_property
    def _scripts(self) -> list[tuple[int, str]]:
        script = tag_id("script")
        return [(row, text) for row, text in self.unread.items() if self.elements.tag[row] == script]
