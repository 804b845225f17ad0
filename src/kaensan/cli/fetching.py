"""Pages from the web on the command line: the options, and the one client behind them."""

from __future__ import annotations

import argparse
import os
import re
import threading
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from kaensan.errors import UsageError
from kaensan.extras import from_extra
from kaensan.page import Page

if TYPE_CHECKING:
    from kaensan.web.client import Client
    from kaensan.web.timeouts import Deadline

__all__ = ["Fetching", "add_fetching", "is_url", "open_client"]

_URL = re.compile(r"[a-z][a-z0-9+.\-]+://", re.I)
_TIMEOUT = 60.0


def is_url(source: str) -> bool:
    """Whether a source is an address and no file."""
    return bool(_URL.match(source))


def add_fetching(parser: argparse.ArgumentParser, *, pages: bool = True) -> None:
    """Add the options about sources that are URLs; some only make sense for single pages."""
    group = parser.add_argument_group("pages from the web")
    if pages:
        group.add_argument("--render", action="store_true", help="let an installed Chromium run the scripts of pages")
        group.add_argument("--no-cache", action="store_true", help="neither use nor keep pages fetched before")
    group.add_argument("--allow-private", action="store_true", help="fetch from this machine and local networks too")
    group.add_argument("--ignore-robots", action="store_true", help="do not ask robots.txt: for sites of your own")
    group.add_argument("--timeout", type=float, default=_TIMEOUT, metavar="SECONDS", help="for each page (60)")


def open_client(args: argparse.Namespace, *, cached: bool = True) -> Client:
    """A client that the options describe."""
    if not args.timeout > 0:
        raise UsageError("--timeout is a number of seconds above 0")
    with from_extra("fetch", "fetching pages"):
        from kaensan.web.client import Client
    return Client(
        allow_private=args.allow_private,
        timeout=args.timeout,
        robots=not args.ignore_robots,
        cache=_cache() if cached and not args.no_cache else None,
    )


class Fetching:
    """Fetches the pages that arguments name; nothing is opened before the first of them."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._client: Client | None = None
        self._files = ExitStack()
        self._opening = threading.Lock()

    def __enter__(self) -> Fetching:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def page(self, url: str, deadline: Deadline | None = None) -> Page:
        """The page at an address; any thread may ask."""
        with self._opening:
            if self._client is None:
                self._client = self._files.enter_context(open_client(self._args))
        from kaensan.web.single_page import FetchOptions

        return FetchOptions(render=self._args.render).page(self._client, url, deadline)


def _cache() -> Path:
    """Where pages are kept: with everything else that programs of this user can get again."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kaensan" / "pages.sqlite"
