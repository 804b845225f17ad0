"""The command line: one module per command, imported only when the command is used.

A command module has `configure(parser)` and `run(args) -> int` (the exit status).
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Collection, Sequence
from importlib import import_module

from kaensan.errors import KaensanError, UsageError
from kaensan.interruptions import heeding_interruptions

__all__ = ["main", "make_parser"]

_COMMANDS: dict[str, str] = {
    "extract": "the main content of files, folders or standard input",
    "compare": "every method on one page, side by side, with pictures",
    "methods": "the ways to decide what is content",
    "demo": "extract a page that ships with the program",
    "cloud": "a tag cloud of pages, texts or a whole site",
    "thread": "the posts of a board page: who said what, and when",
    "batch": "archives, tables, folders and lists of pages into tables, resumable",
    "serve": "the HTTP interface and the studio, on this machine",
    "mcp": "pages for agents, over the Model Context Protocol",
    "crawl": "a whole site into a WARC file, politely",
    "watch": "a folder of tables kept current with what a site publishes",
    "site": "what is known of sites: rules learned, shown, tested, forgotten",
    "train": "train a model anew from reference pages",
    "bench": "methods and peers measured on the reference pages",
    "models": "the models that come with the program: format, checksum, origin",
    "completion": "completion of commands and options for your shell",
    "manual": "the manual page, for man",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 done, 1 some inputs failed, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever the locale says, pages hold every script
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        return _run(arguments)
    except UsageError as error:
        print(f"kaensan: {error}", file=sys.stderr)
        return 2
    except KaensanError as error:
        print(f"kaensan: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone; say nothing more
        return 1
    except KeyboardInterrupt:
        return 130


def _run(arguments: list[str]) -> int:
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    with heeding_interruptions():
        args = make_parser([wanted] if wanted else []).parse_args(arguments)
    status: int = args.run(args)
    return status


def make_parser(wanted: Collection[str] | None = None) -> argparse.ArgumentParser:
    """The parser of the command line; the arguments of the wanted commands, or of all of them, are filled in."""
    parser = argparse.ArgumentParser(prog="kaensan", description="The main content of any web page.")
    parser.add_argument(
        "--version", action=_PrintVersion, nargs=0, help="show the version, and whether the kernel is compiled"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in _COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if wanted is None or name in wanted:
            module = import_module(f"kaensan.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    return parser


class _PrintVersion(argparse.Action):
    """Prints the version; that of the kernel is looked up only when asked for, because it takes time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from kaensan import __version__, compiled

        kernel = "compiled" if compiled else "not compiled: the same results, several times slower"
        print(f"kaensan {__version__} ({kernel})")
        parser.exit()
