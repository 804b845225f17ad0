"""One request and its answer: over a connection that is kept, in bounded time, unpacked up to a bounded size."""

from __future__ import annotations

import os
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

import certifi
import httpcore

from kaensan.cached import cached_property
from kaensan.errors import FetchError, KaensanError, TooLarge, Unreachable
from kaensan.web.addresses import Guard
from kaensan.web.decoding import ACCEPTED, decoded
from kaensan.web.pinning import Abandoned, PinnedBackend, PinnedStream
from kaensan.web.response import Response, content_type, header, require_readable_type
from kaensan.web.timeouts import Deadline, Timeouts
from kaensan.web.urls import Target

__all__ = ["Wire", "trusted_tls"]

_ASIDE = 65_536  # bodies of redirects and errors are read this far, only to keep the connection
_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,text/*;q=0.8,*/*;q=0.1"

Extra = Iterable[tuple[str, str]]
"""Headers to send besides the usual ones."""


def trusted_tls() -> ssl.SSLContext:
    """TLS with the authorities that browsers trust, or those in the file that SSL_CERT_FILE names."""
    return ssl.create_default_context(cafile=os.environ.get("SSL_CERT_FILE") or certifi.where())


class Wire:
    """Connections to many servers, for many threads."""

    def __init__(
        self, guard: Guard, timeouts: Timeouts, user_agent: str, tls: Callable[[], ssl.SSLContext] = trusted_tls
    ) -> None:
        self._timeouts, self._user_agent, self._tls = timeouts, user_agent, tls
        self._backend = PinnedBackend(guard)
        self._lock = Lock()
        self._in_use: set[str] = set()

    def close(self) -> None:
        """Close all connections."""
        for name in ("_pool_1", "_pool_2"):
            if name in self.__dict__:
                self.__dict__[name].close()

    def ask(self, target: Target, deadline: Deadline, most: int, *, pages: bool, extra: Extra = ()) -> Response:
        """Ask for an address and take its answer, whatever its status; of a page, no more than `most` bytes."""
        for _ in range(2):
            try:
                with self._backend.within(deadline), self._turn(target.origin) as pool:
                    return self._receive(pool, target, deadline, pages, extra, most)
            except Abandoned:
                continue  # the connection was given up by the request before; now there is a new one
            except FetchError as error:
                raise _about(target, error) from error
            except KaensanError:
                raise
            except Exception as error:
                raise _named(target, error, deadline) from error
        raise Unreachable(f"{target.url}: the connection broke off; try again later", transient=True)

    @contextmanager
    def _turn(self, origin: str) -> Iterator[httpcore.ConnectionPool]:
        """The connections to use for a request.

        httpcore's HTTP/2 cannot be used by several threads at once, and a page that is given up would take others on
        its connection along. So the first of several requests to a site has HTTP/2, the others HTTP/1.1 beside it.
        """
        with self._lock:
            first = origin not in self._in_use
            self._in_use.add(origin)
            pool = self._pool_2 if first else self._pool_1
        try:
            yield pool
        finally:
            if first:
                with self._lock:
                    self._in_use.discard(origin)

    def _receive(
        self,
        pool: httpcore.ConnectionPool,
        target: Target,
        deadline: Deadline,
        pages: bool,
        extra: Extra,
        most: int,
    ) -> Response:
        url = httpcore.URL(
            scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
        )
        waits = self._timeouts
        timeout = {"connect": waits.connect, "read": waits.read, "write": waits.read, "pool": deadline.left}
        with pool.stream("GET", url, headers=self._headers(target, extra), extensions={"timeout": timeout}) as answer:
            raw = tuple((_text(name), _text(value)) for name, value in answer.headers)
            headers = header(raw)
            kind, charset = content_type(headers)
            stream = answer.extensions.get("network_stream")
            peer = stream.get_extra_info("server_addr") if stream is not None else None
            warnings: list[str] = []
            wanted = 200 <= answer.status < 300
            try:
                if wanted and pages:
                    require_readable_type(target.url, kind)
                body = self._body(answer, headers, deadline, most if wanted else _ASIDE, warnings)
            except FetchError:
                if isinstance(stream, PinnedStream):
                    stream.abandon()  # the rest is not wanted
                if wanted:
                    raise
                body = b""
            return Response(
                url=target.url,
                status=answer.status,
                body=body,
                charset=charset,
                content_type=kind,
                headers=headers,
                raw_headers=raw,
                reason=_text(answer.extensions.get("reason_phrase", b"")),
                http_version=_text(answer.extensions.get("http_version", b"HTTP/1.1")),
                address=str(peer[0]) if peer else None,
                warnings=tuple(warnings),
            )

    def _body(
        self, answer: httpcore.Response, headers: dict[str, str], deadline: Deadline, most: int, warnings: list[str]
    ) -> bytes:
        length = headers.get("content-length", "")
        if length.isascii() and length.isdigit() and int(length[:20]) > most:
            raise TooLarge(f"the page is larger than {most:,} bytes; allow more if you trust it")
        body = bytearray()
        encoding = headers.get("content-encoding", "")
        for piece in decoded(iter(answer.iter_stream()), encoding, most, warnings, deadline.check):
            body += piece
        return bytes(body)

    def _headers(self, target: Target, extra: Extra) -> list[tuple[bytes, bytes]]:
        headers = [
            ("Host", target.authority),
            ("User-Agent", self._user_agent),
            ("Accept", _ACCEPT),
            ("Accept-Encoding", ACCEPTED),
            *extra,
        ]
        return [(name.encode(), value.encode()) for name, value in headers]

    @cached_property
    def _pool_1(self) -> httpcore.ConnectionPool:
        return self._pool(http2=False)

    @cached_property
    def _pool_2(self) -> httpcore.ConnectionPool:
        return self._pool(http2=True)

    def _pool(self, *, http2: bool) -> httpcore.ConnectionPool:
        # Each has a context of its own, for httpcore writes into it which versions of HTTP to offer.
        return httpcore.ConnectionPool(
            ssl_context=self._tls(),
            max_connections=64,
            max_keepalive_connections=16,
            keepalive_expiry=30.0,
            http2=http2,
            network_backend=self._backend,
        )


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _about(target: Target, error: FetchError) -> FetchError:
    """The same error with the address in front."""
    text = str(error)
    return error if text.startswith(target.url) else type(error)(f"{target.url}: {text}", transient=error.transient)


def _named(target: Target, error: Exception, deadline: Deadline) -> FetchError:
    """An error of the network in our words."""
    url, cause = target.url, _cause(error)
    if isinstance(cause, ssl.SSLCertVerificationError):
        return Unreachable(f"{url}: the server cannot prove who it is ({cause.verify_message}); it is not trusted")
    if isinstance(cause, ssl.SSLError):
        return Unreachable(f"{url}: no secure connection ({cause.reason or cause}); the server may not speak TLS")
    if isinstance(error, httpcore.TimeoutException | TimeoutError):
        seconds = "" if deadline.left else f" within {deadline.seconds:g} seconds"
        return Unreachable(f"{url}: the server did not answer in time{seconds}; try again later", transient=True)
    if isinstance(error, httpcore.NetworkError | OSError):
        return Unreachable(f"{url}: the connection broke off ({cause}); try again later", transient=True)
    if isinstance(error, httpcore.RemoteProtocolError):
        return Unreachable(f"{url}: the server broke off or does not speak HTTP ({error})", transient=True)
    return Unreachable(f"{url}: the answer could not be understood ({type(error).__name__}: {error})")


def _cause(error: BaseException) -> BaseException:
    """What an error goes back to."""
    while (earlier := error.__cause__ or error.__context__) is not None:
        error = earlier
    return error
