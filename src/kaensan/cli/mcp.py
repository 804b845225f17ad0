"""`kaensan mcp`: pages for agents, over the Model Context Protocol."""

from __future__ import annotations

import argparse

from kaensan.cli.fetching import Fetching, add_fetching
from kaensan.extras import from_extra

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--http", action="store_true", help="serve over HTTP instead of standard input and output")
    parser.add_argument("--host", default="127.0.0.1", help="with --http: the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8001, help="with --http: the port (8001)")
    add_fetching(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until the agent goes away."""
    with from_extra("mcp", "serving agents"):
        from kaensan.adapters.mcp.tools import make_server
    with Fetching(args) as fetching:
        server = make_server(fetching.page, args.timeout)
        if args.http:
            server.run("streamable-http", host=args.host, port=args.port)
        else:
            server.run("stdio")
    return 0
