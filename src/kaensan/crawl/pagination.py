"""Whether an address is another page of the same thread, list or article."""

from __future__ import annotations

import re

from kaensan.web.urls import Target

__all__ = ["continues"]

_PATH = re.compile(r"(?:/|-|_)(?:page|p|pg|seite|หน้า)[-_/]?\d{1,6}(?=\.html?$|\.php$|/$|$)", re.I)
_OFFSET = re.compile(r"(?<=\d)[.](?:\d{1,7}|msg\d{1,9}|new)(?=\.html?$|/$|$|;)")  # SMF: topic,12.20.html, topic=12.20
_PAGES = frozenset(
    ("page", "pg", "paged", "pagenumber", "pageno", "pagenum", "pn", "start", "offset", "st", "from", "first")
)
_NEXT = re.compile(
    r"[\s«‹<>›»→]*(?:\d{1,6}|next(?: page)?|older|weiter|siguiente|suivante?"
    r"|(?:หน้า)?(?:ถัดไป|ต่อไป)|次へ|次の.{0,9}|下一[页頁])?[\s>›»→]*",
    re.I,
)
_LONGEST = 40
_DEEPER = re.compile(r"/\d{1,4}/?$")


def continues(page: Target, link: Target, text: str = "", rel: str = "") -> bool:
    """Whether a link on a page leads to another page of the same thing.

    It does where the page says so (`rel="next"`), where the two addresses differ in nothing but a page number or an
    offset, or where the link is called by a number or "next" and adds a number to the address of the page.

    >>> from kaensan.web.urls import parse_url
    >>> first = parse_url("http://e.org/viewtopic.php?t=5")
    >>> continues(first, parse_url("http://e.org/viewtopic.php?t=5&start=20"))
    True
    >>> continues(first, parse_url("http://e.org/viewtopic.php?t=6"))
    False
    """
    if page.url == link.url or page.host != link.host:
        return False
    if "next" in rel.lower().split() or _thing(page) == _thing(link):
        return True
    before, _, _ = page.path.partition("?")
    deeper = _DEEPER.search(link.path)
    return bool(
        deeper
        and 0 < len(text) <= _LONGEST
        and _NEXT.fullmatch(text)
        and link.path[: deeper.start()] == before.rstrip("/") != ""
    )


def _thing(target: Target) -> tuple[str, tuple[str, ...]]:
    """What an address is about: all of it but the number of the page."""
    path, _, query = target.path.partition("?")
    parts = [part for part in re.split("[&;]", query) if part]
    names = [part.partition("=")[0].lower() for part in parts]
    about = [_OFFSET.sub("", part) for part, name in zip(parts, names, strict=True) if name not in _PAGES]
    named = [part for part in about if not part.lower().startswith("p=")]
    if named or re.search(r"\d", path):  # beside another name, p counts pages; alone it may name a post
        about = named
    return _OFFSET.sub("", _PATH.sub("", path)).rstrip("/"), tuple(sorted(about))
