"""What a web address says, read once and strictly, so that what is checked is what is asked for.

Programs disagree about odd addresses, and attacks live in the gap between the one that checks and the one that
connects. Here an address is taken apart once; the connection is made from the parts.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, urljoin

from kaensan.errors import Refused
from kaensan.extras import from_extra

__all__ = ["IPAddress", "Target", "join", "parse_url"]

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_LONGEST = 16_384
_PORTS = {"http": 80, "https": 443}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*:", re.I)
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_SAFE = "%/:=&?~+!$,;'@()*[]|"
_DOT = re.compile(r"%2e", re.I)

# https://fetch.spec.whatwg.org/#port-blocking
_OTHER_SERVICES = """
0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720
1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211
"""
_CLOSED_PORTS = frozenset(map(int, _OTHER_SERVICES.split()))


@dataclass(frozen=True)
class Target:
    """One web address in its parts."""

    scheme: str
    host: str
    """a name in ASCII, lower case, or an address; IPv6 without brackets"""
    port: int
    path: str
    """from the first slash on, with the query"""

    @property
    def address(self) -> IPAddress | None:
        """The host where it is an address and no name."""
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None

    @property
    def authority(self) -> str:
        """Host and port as the `Host` header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        return self.origin + self.path

    def __str__(self) -> str:
        return self.url


def parse_url(url: str) -> Target:
    """Take a web address apart, or refuse it.

    >>> parse_url("HTTPS://ไทย.Example.:443/ก ข?x=1#top").url
    'https://xn--o3cw4h.example/%E0%B8%81%20%E0%B8%82?x=1'
    >>> parse_url("http://0x7f.1/")
    Traceback (most recent call last):
    kaensan.errors.Refused: http://0x7f.1/: the host is a number in disguise; write an address as four plain numbers
    """
    text = url.strip(" \t\r\n")
    if len(text) > _LONGEST:
        raise Refused(f"{text[:60]}…: an address of more than {_LONGEST:,} characters is not fetched")
    shown = _CONTROL.sub("\ufffd", text)
    if shown != text:
        raise Refused(f"{shown}: the address holds control characters; remove them")
    if not _SCHEME.match(text):
        raise Refused(f"{shown}: an address begins with http:// or https://")
    scheme, _, rest = text.partition(":")
    scheme = scheme.lower()
    if scheme not in _PORTS or not rest.startswith("//"):
        raise Refused(f"{shown}: only addresses that begin with http:// or https:// are fetched")
    authority = re.split(r"[/?#\\]", rest[2:], maxsplit=1)[0]
    tail = rest[2 + len(authority) :]
    if "\\" in authority or tail.startswith("\\"):
        raise Refused(f"{shown}: the address has a backslash where a slash belongs")
    if "@" in authority:
        raise Refused(f"{shown}: an address with a user name or password is not fetched")
    host, port = _host_and_port(authority, scheme, shown)
    return Target(scheme, host, port, _path(tail))


def join(base: Target, reference: str) -> Target:
    """The address that a link or a `Location` header on a page means."""
    link = reference.strip(" \t\r\n")
    shown = _CONTROL.sub("\ufffd", link[:200])
    if link.startswith(("\\", "/\\")):
        raise Refused(f"{shown}: the link has a backslash where a slash belongs")
    try:
        joined = urljoin(base.url, link)
    except ValueError as error:
        raise Refused(f"{shown}: the link is no address") from error
    return parse_url(joined)


def _host_and_port(authority: str, scheme: str, shown: str) -> tuple[str, int]:
    if authority.startswith("["):
        literal, bracket, after = authority[1:].partition("]")
        if not bracket or "%" in literal:
            raise Refused(f"{shown}: the address in brackets is no plain IPv6 address")
        try:
            host = str(ipaddress.IPv6Address(literal))
        except ValueError as error:
            raise Refused(f"{shown}: the address in brackets is no IPv6 address") from error
    else:
        name, colon, number = authority.partition(":")
        host, after = _host(name, shown), colon + number
    if after in ("", ":"):
        return host, _PORTS[scheme]
    digits = after[1:]
    if not (after.startswith(":") and digits.isascii() and digits.isdigit() and len(digits) <= 5):
        raise Refused(f"{shown}: the port is no number")
    port = int(digits)
    if port > 65_535:
        raise Refused(f"{shown}: there is no port {port}")
    if port in _CLOSED_PORTS:
        raise Refused(f"{shown}: port {port} belongs to another service than the web")
    return host, port


def _host(name: str, shown: str) -> str:
    if not name:
        raise Refused(f"{shown}: the address names no host")
    if "%" in name:
        raise Refused(f"{shown}: the host has percent signs; write its letters as they are")
    host = name.lower() if name.isascii() else _ascii(name, shown)
    host = host.removesuffix(".")
    labels = host.split(".")
    if len(host) > 253 or not all(map(_NAME.fullmatch, labels)):
        raise Refused(f"{shown}: {name[:80]} is no host name")
    if not _NUMBER.fullmatch(labels[-1]):
        return host
    plain = len(labels) == 4 and all(label.isdigit() and str(int(label)) == label for label in labels)
    if not plain or max(map(int, labels)) > 255:
        raise Refused(f"{shown}: the host is a number in disguise; write an address as four plain numbers")
    return host


def _ascii(name: str, shown: str) -> str:
    """A name with letters beyond ASCII as the name service knows it; look-alike digits and dots become plain ones."""
    with from_extra("fetch", "fetching pages"):
        import idna
    try:
        return idna.encode(name, uts46=True, transitional=False).decode("ascii").lower()
    except (UnicodeError, IndexError) as error:
        raise Refused(f"{shown}: {name[:80]} is no host name") from error


def _path(tail: str) -> str:
    before, _, _ = tail.partition("#")
    path, mark, query = before.partition("?")
    encoded = _without_dots(quote(path, safe=_SAFE, errors="replace") or "/")
    return encoded + mark + quote(query, safe=_SAFE + "^`{}\\", errors="replace")


def _without_dots(path: str) -> str:
    """The path with `.` and `..` carried out, as the server would: robots.txt is asked about the true one."""
    if "." not in path and "%2" not in path:
        return path
    steps: list[str] = []
    parts = path.split("/")[1:]
    for at, part in enumerate(parts):
        plain = _DOT.sub(".", part)
        if plain in (".", ".."):
            if plain == ".." and steps:
                steps.pop()
            if at == len(parts) - 1:
                steps.append("")
        else:
            steps.append(part)
    return "/" + "/".join(steps)
