"""Who may call, and what every answer carries: hosts, origins, keys and security headers.

A service on this machine can be reached by any web page that its user looks at. Three walls stand against that: the
`Host` header must name this machine (a page that rebinds its own name to 127.0.0.1 still says its own name), a
request with an `Origin` must come from the service's own pages, and nothing allows other origins to read answers.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import logging
import time
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kaensan.serve.problems import UNFORESEEN, Problem
from kaensan.serve.service_metrics import Metrics
from kaensan.serve.settings import Settings
from kaensan.serve.transfer import CLIENT, response_of

__all__ = ["API_POLICY", "STUDIO_POLICY", "Guard"]

STUDIO_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'"
)
API_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'; sandbox"
)
"""For answers of the interface, some of which are pictures or reports that bring their own style and run nothing."""

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_log = logging.getLogger(__name__)
_OPEN = ("/healthz", "/readyz")
_KEYED = ("/v1/", "/metrics", "/docs", "/openapi.json")
_METHODS = "GET, POST, DELETE"
_ASKED = "Content-Type, Authorization, X-API-Key"


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics
        self._hosts = {host.lower() for host in settings.hosts}
        self._origins = set(settings.origins)
        self._keys = [_digest(key.encode("utf-8", "surrogateescape")) for key in settings.keys]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        path: str = scope["path"]
        shared = self._shared(headers)
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *self._added(path, message["headers"], shared)]
            await send(message)

        try:  # the answer to our own mistakes goes out from here, so that it carries the headers too
            scope[CLIENT] = self._client(scope, headers)
            if refused := self._refusal(scope, headers, path):
                await response_of(refused.answer(), refused.headers)(scope, receive, sending)
            elif scope["method"] == "OPTIONS" and shared:
                await _preflight(sending)
            else:
                await self._app(scope, receive, sending)
        except Exception:
            _log.exception("%s %s failed", scope["method"], path)
            if status:
                raise
            await response_of(Problem(500, "failed", UNFORESEEN).answer())(scope, receive, sending)
        finally:
            route = getattr(scope.get("route"), "path", None) or "other"
            self._metrics.requests.labels(route, str(status or 499)).inc()
            self._metrics.seconds.labels(route).observe(time.perf_counter() - began)

    def _refusal(self, scope: Scope, headers: dict[bytes, str], path: str) -> Problem | None:
        if not self._known_host(headers.get(b"host", "")):
            named = headers.get(b"host", "")[:100]
            return Problem(421, "host", f"this service is not called {named!r}; allow the name with --allow-host")
        if not self._known_origin(scope, headers):
            return Problem(403, "origin", "pages of other sites may not call this service; allow them with --cors")
        if self._keys and path.startswith(_KEYED) and scope["method"] != "OPTIONS" and not self._has_key(headers):
            return Problem(
                401, "key", "send an API key as `Authorization: Bearer KEY`", headers={"WWW-Authenticate": "Bearer"}
            )
        return None

    def _client(self, scope: Scope, headers: dict[bytes, str]) -> str:
        """Who asks: the API key where keys are used, else the address; an IPv6 client has a /64 to itself."""
        if self._keys:
            return _digest(_given_key(headers)).hex()
        host = (scope.get("client") or ("",))[0]
        return ":".join(host.split(":")[:4]) if ":" in host else host

    def _known_host(self, host: str) -> bool:
        """An address in digits, this machine's own name, or a name that was allowed."""
        if "*" in self._hosts:
            return True
        name = host.lower().rsplit(":", 1)[0] if not host.endswith("]") else host.lower()
        name = name.removesuffix(".")
        if name == "localhost" or name.endswith(".localhost") or name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _known_origin(self, scope: Scope, headers: dict[bytes, str]) -> bool:
        origin = headers.get(b"origin")
        if origin is None:
            own = headers.get(b"sec-fetch-site", "none") in ("none", "same-origin")
            return own or (scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/v1/"))
        return origin in self._origins or origin.partition("://")[2].lower() == headers.get(b"host", "").lower()

    def _has_key(self, headers: dict[bytes, str]) -> bool:
        digest = _digest(_given_key(headers))
        # Every key is compared, and digests of one length are, so the time says nothing about any of them.
        return sum(hmac.compare_digest(digest, key) for key in self._keys) > 0

    def _shared(self, headers: dict[bytes, str]) -> str | None:
        """The other origin that may read the answer, if there is one."""
        origin = headers.get(b"origin")
        return origin if origin in self._origins else None

    def _added(
        self, path: str, present: Iterable[tuple[bytes, bytes]], shared: str | None
    ) -> list[tuple[bytes, bytes]]:
        there = {name.lower() for name, _ in present}
        policy = API_POLICY if path.startswith(("/v1/", "/metrics")) or path in _OPEN else STUDIO_POLICY
        added = [*_HEADERS, (b"content-security-policy", policy.encode())]
        if path.startswith("/v1/"):
            added.append((b"cache-control", b"no-store"))
        if self._origins:
            added.append((b"vary", b"Origin"))
        if shared:
            added.append((b"access-control-allow-origin", shared.encode("latin-1")))
        return [(name, value) for name, value in added if name not in there]


async def _preflight(send: Send) -> None:
    headers = [
        (b"access-control-allow-methods", _METHODS.encode()),
        (b"access-control-allow-headers", _ASKED.encode()),
        (b"access-control-max-age", b"600"),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _given_key(headers: dict[bytes, str]) -> bytes:
    scheme, _, bearer = headers.get(b"authorization", "").partition(" ")
    given = bearer.strip() if scheme.lower() == "bearer" else headers.get(b"x-api-key", "")
    return given.encode("latin-1")


def _digest(key: bytes) -> bytes:
    return hashlib.sha256(key).digest()
