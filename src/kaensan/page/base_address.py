"""Where the addresses on a page lead: the one place that knows about `<base>`."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

__all__ = ["LONGEST_ADDRESS", "Addresses"]

LONGEST_ADDRESS = 8192
"""Characters of the longest address that is one: servers refuse longer ones, and a picture as `data:` is none."""
_LONGEST_BASE = 2048
"""Characters of a base address: it is repeated in every link of the page."""
_ABSOLUTE = ("https://", "http://")


class Addresses:
    """Makes the addresses of one page absolute, as far as the page's own address is known."""

    def __init__(self, url: str | None, base: str = "") -> None:
        """`url` is where the page is from, `base` the `href` of its `base` element, if it has one."""
        self.base = (_joined(url or "", base) if 0 < len(base) <= _LONGEST_BASE else None) or url or ""
        self._origin = _origin(self.base) if self.base else ""

    def resolve(self, address: str) -> str | None:
        """An address made absolute; None for what is no address, or too long for one.

        >>> Addresses("https://example.org/a/b.html", "/c/").resolve("d.html")
        'https://example.org/c/d.html'
        """
        address = address.strip()
        if self._origin and address[:1] == "/" and address[1:2] != "/" and "/." not in address:
            absolute = self._origin + address  # what `urljoin` makes of it, at a tenth of the price
            return absolute if len(absolute) <= LONGEST_ADDRESS else None
        return _joined(self.base, address)


def _origin(base: str) -> str:
    """Scheme and host of an address; nothing where it has none, or another scheme than those of the web."""
    try:
        parts = urlsplit(base)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""


def _joined(base: str, address: str) -> str | None:
    if len(address) > LONGEST_ADDRESS:
        return None
    if address.startswith(_ABSOLUTE) and "[" not in address:  # only brackets can be wrong
        return address
    if not base and "//" not in address:  # what has no host has nothing wrong
        return address
    try:
        absolute = urljoin(base, address) if base else address
        urlsplit(absolute)
    except ValueError:
        return None
    return absolute if len(absolute) <= LONGEST_ADDRESS else None
