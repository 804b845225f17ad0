"""Which addresses belong to a crawl."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fnmatch import translate

from kaensan.cached import cached_property
from kaensan.errors import FetchError
from kaensan.web.urls import Target, join

__all__ = ["Scope", "tidy"]

_LONGEST = 2000
_MOST_REPEATED = 3
_TRACES = re.compile(r"(?:utm_[a-z]+|fbclid|gclid|sid|phpsessid|jsessionid|zenid)=[^&;]*", re.I)
_SESSION = re.compile(r";jsessionid=[^/?]*", re.I)
_FILE = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|bmp|avif|css|js|mjs|json|woff2?|ttf|eot|mp[34]|m4[av]|webm|og[gv]|wav|avi|mov|wmv|flv"
    r"|pdf|docx?|xlsx?|pptx?|od[tsp]|epub|zip|rar|7z|tar|t?gz|bz2|xz|exe|msi|dmg|apk|iso|torrent)$",
    re.I,
)


def tidy(target: Target) -> Target:
    """An address without the marks that make one page look like many: sessions and where a visitor came from.

    >>> from kaensan.web.urls import parse_url
    >>> tidy(parse_url("http://e.org/t.php?utm_source=x&t=5&sid=9")).url
    'http://e.org/t.php?t=5'
    """
    path, mark, query = _SESSION.sub("", target.path).partition("?")
    kept = [part for part in re.split("[&]", query) if part and not _TRACES.fullmatch(part)]
    return Target(target.scheme, target.host, target.port, path + (mark if kept else "") + "&".join(kept))


@dataclass(frozen=True)
class Scope:
    """The site around a start address, less what the patterns leave out.

    A pattern is compared with the whole address, or with its path where it begins with a slash; `*` stands for
    anything.
    """

    start: Target
    subdomains: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def find(self, base: Target, reference: str) -> Target | None:
        """The address that a link means, where it is a page of the site that may be taken."""
        if not reference or reference.startswith(("#", "javascript:", "mailto:", "tel:", "data:")):
            return None
        try:
            target = tidy(join(base, reference))
        except FetchError:
            return None
        return target if self.on_site(target) and not self._is_trap(target) else None

    def on_site(self, target: Target) -> bool:
        """Whether an address is on the site at all."""
        host, home = _bare(target.host), _bare(self.start.host)
        near = host == home or (self.subdomains and host.endswith("." + home))
        return near and (target.port == self.start.port or {target.port, self.start.port} <= {80, 443})

    def wants(self, target: Target, *, continues: bool = False) -> bool:
        """Whether the patterns allow an address; the next page of a thread needs no pattern that includes it."""
        if any(_matches(pattern, target) for pattern in self._excluded):
            return False
        return continues or not self.include or any(_matches(pattern, target) for pattern in self._included)

    def _is_trap(self, target: Target) -> bool:
        """Files that are no pages, and addresses that grow without an end."""
        path = target.path.partition("?")[0]
        steps = Counter(step for step in path.split("/") if step)
        endless = bool(steps) and max(steps.values()) > _MOST_REPEATED
        return endless or len(target.path) > _LONGEST or bool(_FILE.search(path))

    @cached_property
    def _included(self) -> list[tuple[bool, re.Pattern[str]]]:
        return [(pattern.startswith("/"), re.compile(translate(pattern))) for pattern in self.include]

    @cached_property
    def _excluded(self) -> list[tuple[bool, re.Pattern[str]]]:
        return [(pattern.startswith("/"), re.compile(translate(pattern))) for pattern in self.exclude]


def _matches(pattern: tuple[bool, re.Pattern[str]], target: Target) -> bool:
    of_path, expression = pattern
    return bool(expression.match(target.path if of_path else target.url))


def _bare(host: str) -> str:
    return host.removeprefix("www.")
