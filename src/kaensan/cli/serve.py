"""`kaensan serve`: the HTTP interface and the studio."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from kaensan.errors import KaensanError, UsageError
from kaensan.extras import from_extra
from kaensan.serve.settings import Limits, Settings, default_gold, default_site
from kaensan.sites import Store

__all__ = ["configure", "run", "settings_of"]

_KIB, _MIB = 1 << 10, 1 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    limits = Limits()
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="the port (8000); 0 for any that is free")
    parser.add_argument("-j", "--workers", type=int, default=2, metavar="N", help="processes that work on pages (2)")
    parser.add_argument("--api-key", action="append", default=[], metavar="KEY", help="let in only who has one")
    parser.add_argument("--api-keys", type=Path, metavar="FILE", help="a file of keys, one a line")
    parser.add_argument("--allow-host", action="append", default=[], metavar="NAME", help="a name of this service")
    parser.add_argument("--cors", action="append", default=[], metavar="ORIGIN", help="a site whose pages may call")
    parser.add_argument("--allow-private", action="store_true", help="fetch from private addresses too")
    parser.add_argument("--gold", type=Path, default=None, metavar="DIR", help="where corrected pages are kept")
    parser.add_argument("--site", type=Path, metavar="STORE", help="use what is known of sites, see `kaensan site`")
    parser.add_argument("--rules", type=Path, metavar="FILE", help="your own selectors per host, YAML or TOML")
    group = parser.add_argument_group("limits")
    group.add_argument("--max-body", type=float, default=limits.body / _MIB, metavar="MIB", help="of a request (20)")
    group.add_argument("--max-held", type=float, default=limits.held / _MIB, metavar="MIB", help="of all (512)")
    group.add_argument("--concurrent", type=int, default=limits.concurrent, metavar="N", help="requests inside (256)")
    group.add_argument("--time-limit", type=float, default=limits.page, metavar="S", help="seconds for a page (30)")
    group.add_argument("--wait-limit", type=float, default=limits.request, metavar="S", help="for a request (60)")
    group.add_argument("--max-answer", type=float, default=limits.answer / _MIB, metavar="MIB", help="of one (64)")
    group.add_argument("--pause-limit", type=float, default=limits.pause, metavar="S", help="of a slow client (10)")
    group.add_argument(
        "--transfer-limit", type=float, default=limits.transfer, metavar="S", help="to send or read (120)"
    )
    group.add_argument("--least-rate", type=float, default=limits.rate / _KIB, metavar="KIB", help="a second (8)")
    group.add_argument("--memory", type=float, default=limits.memory / _MIB, metavar="MIB", help="of a worker (2048)")


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    settings = settings_of(args)
    with from_extra("serve", "serving"):
        from kaensan.serve.server import serve
    return serve(settings)


def settings_of(args: argparse.Namespace) -> Settings:
    """What the arguments mean."""
    limits = replace(
        Limits(),
        body=int(args.max_body * _MIB),
        held=int(args.max_held * _MIB),
        concurrent=args.concurrent,
        page=args.time_limit,
        request=args.wait_limit,
        pause=args.pause_limit,
        memory=int(args.memory * _MIB),
        answer=int(args.max_answer * _MIB),
        transfer=args.transfer_limit,
        rate=args.least_rate * _KIB,
    )
    return Settings(
        host=args.host,
        port=args.port,
        workers=args.workers,
        keys=(*args.api_key, *_file_keys(args.api_keys), *os.environ.get("KAENSAN_API_KEYS", "").split()),
        allow_private=args.allow_private,
        hosts=tuple(args.allow_host),
        origins=tuple(origin.rstrip("/") for origin in args.cors),
        gold=args.gold or default_gold(),
        site=args.site or _own_store(),
        rules=args.rules,
        limits=limits,
    )


def _own_store() -> Path | None:
    """The store of sites in the user's data folder; None, with a word about it, where it cannot be used."""
    path = default_site()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Store(path).close()
    except (OSError, KaensanError) as error:
        print(f"kaensan: nothing is learned of sites: {error}", file=sys.stderr)
        return None
    return path


def _file_keys(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        return path.read_text("utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the keys in {path}; give a text file with a key a line") from error
