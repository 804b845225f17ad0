"""Which addresses of the network may be fetched from: public ones, and nothing that leads inside.

`ipaddress.is_global` alone is not enough: it calls multicast, 6to4, NAT64 and site-local addresses global in some
versions of Python. For IPv6 only what is handed out to the public (2000::/3) counts, less what in it carries another
address or stands for none.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Thread

from kaensan.errors import Refused, Unreachable
from kaensan.web.urls import IPAddress, Target, parse_url

__all__ = ["Guard", "Resolver", "check", "is_public", "system_resolver"]

Resolver = Callable[[str, int, float], Sequence[str]]
"""From a host name, a port and the seconds it may take to addresses; raises `Unreachable` where there are none."""

_PUBLIC_6 = ipaddress.IPv6Network("2000::/3")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_CLOSED = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.0.0.0/24",  # protocol assignments; metadata of one cloud
            "192.88.99.0/24",  # 6to4 relays
            "168.63.129.16/32",  # public in form, but inside one cloud the address of its control server
            "2001::/23",  # Teredo and other protocol assignments
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: carries an IPv4 address
            "3fff::/20",  # documentation
        ),
    )
)


def is_public(address: IPAddress) -> bool:
    """Whether an address is one of the public network.

    >>> [is_public(ipaddress.ip_address(text)) for text in ("8.8.8.8", "10.0.0.1", "::ffff:10.0.0.1", "2002:a00:1::")]
    [True, False, False, False]
    """
    if isinstance(address, ipaddress.IPv6Address):
        if address.scope_id is not None:
            return False
        if address.ipv4_mapped:
            return is_public(address.ipv4_mapped)
        if address in _NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if address not in _PUBLIC_6:
            return False
    closed = any(address in network for network in _CLOSED if network.version == address.version)
    return address.is_global and not address.is_multicast and not closed


def system_resolver(host: str, port: int, seconds: float) -> list[str]:
    """The addresses that the operating system knows for a name; it is given so many seconds to find them."""
    answers: list[str] = []
    failures: list[OSError] = []

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.extend(dict.fromkeys(str(entry[4][0]) for entry in found))
        except (OSError, UnicodeError) as error:
            failures.append(error if isinstance(error, OSError) else OSError(str(error)))

    thread = Thread(target=ask, daemon=True)  # the system's look-up cannot be told to stop
    thread.start()
    thread.join(max(seconds, 0.0))
    if failures or not answers:
        if thread.is_alive():
            raise Unreachable(f"{host}: the name was not found in time; try again later", transient=True)
        again = bool(failures) and getattr(failures[0], "errno", None) == socket.EAI_AGAIN
        raise Unreachable(f"{host}: there is no such host; check the address", transient=again)
    return answers


@dataclass(frozen=True)
class Guard:
    """The rule about where connections may go."""

    allow_private: bool = False
    resolver: Resolver = system_resolver

    def target(self, url: str) -> Target:
        """An address in its parts; one that can be refused without asking for its name is."""
        target = parse_url(url)
        if target.address is not None:
            self._permit(target.host, target.address)
        return target

    def addresses(self, host: str, port: int, seconds: float = 10.0) -> list[IPAddress]:
        """The addresses to connect to for a host, all of them permitted: one bad one among them refuses the host."""
        try:
            found = [ipaddress.ip_address(host)]
        except ValueError:
            texts = self.resolver(host, port, seconds)
            try:
                found = list(map(ipaddress.ip_address, texts))
            except ValueError as error:
                raise Refused(f"{host}: its name leads to something that is no address") from error
        if not found:
            raise Unreachable(f"{host}: there is no such host; check the address")
        for address in found:
            self._permit(host, address)
        return found

    def _permit(self, host: str, address: IPAddress) -> None:
        if is_public(address):
            return
        if not self.allow_private:
            named = host if host == str(address) else f"{host} ({address})"
            raise Refused(f"{named} is not a public address; --allow-private (allow_private=True) permits it")
        if address.is_multicast:
            raise Refused(f"{host} ({address}) is an address of many machines; name one")


def check(url: str, *, allow_private: bool = False, resolver: Resolver = system_resolver) -> tuple[Target, list[str]]:
    """Take an address apart and look its host up; `Refused` where it must not be fetched.

    What is returned may be connected to. Looking the name up again may give another answer: connect to these.

    >>> check("http://93.184.216.34/a")[1]
    ['93.184.216.34']
    """
    guard = Guard(allow_private, resolver)
    target = guard.target(url)
    return target, [str(address) for address in guard.addresses(target.host, target.port)]
