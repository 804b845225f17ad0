"""Which days a page states for machines: meta elements, JSON-LD and microdata, addresses, and application data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from urllib.parse import urlsplit

from kaensan.dates.found_dates import read_date, read_timestamp
from kaensan.metadata.evidence import Candidate
from kaensan.page import Page
from kaensan.page.structured import kind_of
from kaensan.page.unread import holding
from kaensan.page.word_search import WordSearch, words

__all__ = ["claimed_dates", "month_of_address", "read_stated", "speaks_of_change"]

_PROPERTIES = {
    "datepublished": "published",
    "dateposted": "published",
    "datecreated": "created",
    "uploaddate": "created",
    "datemodified": "modified",
    "dateupdated": "modified",
}
_META = re.compile(r"date|time|pub|issued|created|modif|updat|release|posted|revis")
_OTHER_META = re.compile(
    r"expir|valid|unavailable|event|start|end_|deadline|birth|reading|duration|zone|copyright|render|build|cache|generat"
)
_META_PUBLISHED = re.compile(r"pub|issued|release|posted")
_MODIFIED = WordSearch(
    words(
        "modif|updat|revis|edited|changed|reviewed|aktualis|aktualiz|actualis|actualiz|geändert|änderung|zuletzt|"
        "mis à jour|màj|aggiornat|bijgewerkt|gewijzigd|atualizad|"
        "uppdaterad|oppdatert|opdateret|päivitetty|обновлен|оновлен|güncelle|수정|แก้ไข|อัปเดต|อัพเดท|ปรับปรุง|更新|修改"
    )
)
_LAST_MODIFIED = re.compile(r"last-?\s?(?:edit|chang|review|mod)|stand:?\s*$")
"""What says that a date is that of a change, in lower case."""
_IN_ADDRESS = re.compile(
    r"/((?:19|20)\d\d)[/-](\d{1,2}|[a-z]{3,9})[/-](\d{1,2})(?!\d)|[/_-]((?:19|20)\d\d)[-_]?([01]\d)[-_]?([0-3]\d)(?!\d)"
    r"|/[a-z]?((?:19|20)\d\d)([01]\d)([0-3]\d)(?=\d{4,})"
)
_ARCHIVED = re.compile(r"^https?://[^/]{1,100}/(?:[a-z]{2,20}/)?\d{14}(?:[a-z]{2}_)?/(?=https?:)", re.I)
"""What an archive of the web puts before the address of a page: the moment it was copied."""
_MONTH_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)[/-]?([01]\d)(?:/|$)")
_SCRIPT_DATE = re.compile(
    r'"(?:[dD]ate_?[pP]ublished|[pP]ublished_?(?:[aA]t|[dD]ate|[tT]ime|[oO]n)?|[pP]ublish_?(?:[dD]ate|[tT]ime)|pub_?[dD]ate'
    r'|first_?[pP]ublished(?:_?[aA]t)?|display_?[dD]ate|release_?[dD]ate)\\?"\s{0,3}:\s{0,3}\\?"([^"\\]{8,40})'
)
_NAMES_IN_SCRIPTS = (
    *map("".join, product("dD", ("ate",), ("", "_"), "pP", ("ublished",))),
    *("publish", "Publish"),
    *map("".join, product(("first",), ("", "_"), "pP", ("ublished",))),
    *map("".join, product(("pub", "display", "release"), ("", "_"), "dD", ("ate",))),
)
_SCRIPT_WORDS = WordSearch([f'"{name}' for name in _NAMES_IN_SCRIPTS])
"""A script without any of these names no date of publication."""
_LONGEST_META = 64
"""Characters of the name of a meta element that is remembered from page to page."""
_MOST_THINGS, _MOST_META = 500, 200
"""Things and meta elements that are asked for a date."""
_MOST_IN_SCRIPTS = 3
"""Days that are read from application data: later ones are those of other stories."""
_LONGEST_SCRIPT = 2_000_000
"""Characters of a script that are searched."""


def claimed_dates(page: Page) -> list[Candidate]:
    """Every claim of the page about its dates."""
    claims = [*_of_meta(page), *_of_things(page), *_of_addresses(page)]
    if not any("published" in name for claim in claims for name in claim.evidence):
        claims += _of_scripts(page)
    return claims


def speaks_of_change(text: str) -> bool:
    """Whether words, in lower case, say that a date is that of a change."""
    if _MODIFIED.is_within(text):
        return True
    return ("last" in text or "stand" in text) and _LAST_MODIFIED.search(text) is not None


def read_stated(value: str) -> str | None:
    """A date that an attribute or a property states: in any form, or as a count of seconds."""
    value = value.strip()
    return (read_timestamp(value) or read_date(value[:100])) if value else None


def month_of_address(page: Page) -> str | None:
    """The month that the address of the page names, as `2018-08`."""
    for address in (page.url, page.head.canonical):
        match = _MONTH_IN_ADDRESS.search(_path(address))
        if match:
            return f"{match[1]}-{match[2]}"
    return None


def _of_meta(page: Page) -> Iterator[Candidate]:
    names = ((name, kind) for name in page.head.meta if (kind := _known(name)))
    for name, kind in islice(names, _MOST_META):
        for value in page.head.meta[name][:3]:
            if iso := read_stated(value):
                yield Candidate(iso, f"meta {name}", {kind: 1.0})


def _known(name: str) -> str | None:
    return _known_kind_of_meta(name) if len(name) <= _LONGEST_META else _kind_of_meta(name)


def _kind_of_meta(name: str) -> str | None:
    """What a meta element of that name says of a date, None where it names none."""
    if not _META.search(name) or _OTHER_META.search(name):
        return None
    if speaks_of_change(name):
        return "meta modified"
    return "meta published" if _META_PUBLISHED.search(name) else "meta date"


_known_kind_of_meta = lru_cache(maxsize=1024)(_kind_of_meta)  # most pages go by the same few names


def _of_things(page: Page) -> Iterator[Candidate]:
    for thing in page.head.things[:_MOST_THINGS]:
        if _PROPERTIES.keys().isdisjoint(thing.properties):
            continue
        for name, kind in _PROPERTIES.items():
            for value in thing.texts(name, 1) if name in thing.properties else ():
                if iso := read_stated(value):
                    evidence = {f"stated {kind}": 1.0}
                    if kind == "published":
                        evidence[f"published of {kind_of(thing)}"] = 1.0
                    if thing.within and thing.within[-1] not in ("mainentity", "mainentityofpage"):
                        evidence["inner"] = 1.0
                    yield Candidate(iso, f"{thing.origin} {name}", evidence)


def _of_addresses(page: Page) -> Iterator[Candidate]:
    head = page.head
    addresses = [("url", page.url, "in address"), ("canonical url", head.canonical, "in address")]
    addresses += [("image", image, "in image address") for image in head.opengraph.get("image", [])[:1]]
    for source, address, evidence in addresses:
        for match in _IN_ADDRESS.finditer(_path(address)):
            if iso := read_date("-".join(group for group in match.groups() if group)):
                yield Candidate(iso, source, {evidence: 1.0})


def _of_scripts(page: Page) -> Iterator[Candidate]:
    """Dates of publication in the data of applications, in the order in which they stand there."""
    count = 0
    for script in holding(page.unread, _SCRIPT_WORDS):
        for match in _SCRIPT_DATE.finditer(script[:_LONGEST_SCRIPT]):
            if iso := read_stated(match[1]):
                yield Candidate(iso, "script", {"in script": 1.0, **({} if count else {"first in script": 1.0})})
                count += 1
                if count == _MOST_IN_SCRIPTS:
                    return


def _path(address: str | None) -> str:
    """The path of an address that may name a year, else nothing; of an archived page the one that it had."""
    if not address or (address.isprintable() and "20" not in address and "19" not in address):
        return ""
    try:
        return urlsplit(_ARCHIVED.sub("", address)).path.lower()
    except ValueError:
        return ""
