"""`kaensan manual`: the manual page, made from the commands themselves."""

from __future__ import annotations

import argparse
import sys

from kaensan import __version__
from kaensan.cli.describe import Command, commands

__all__ = ["configure", "manual_page", "run"]

_STATUS = (
    ("0", "done"),
    ("1", "some inputs failed; each is named on standard error, the others are done"),
    ("2", "wrong usage; nothing was done"),
    ("130", "interrupted"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The command has no arguments."""
    parser.epilog = "read it with `kaensan manual | man -l -`, or keep it in ~/.local/share/man/man1/kaensan.1"


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    sys.stdout.write(manual_page(commands()))
    return 0


def manual_page(known: list[Command]) -> str:
    """The manual page as roff, for man."""
    lines = [
        f'.TH KAENSAN 1 "" "kaensan {__version__}" "User Commands"',
        ".SH NAME",
        r"kaensan \- the main content of any web page",
        ".SH SYNOPSIS",
        r".B kaensan",
        r".I COMMAND",
        r"[\fIoptions\fR]",
        ".SH DESCRIPTION",
        "Kaensan takes a web page and returns what it is about: its title, its text, its author and date, the posts of "
        "a board, and a picture of its words. It works in any language and takes particular care of Thai.",
        ".SH COMMANDS",
    ]
    for command in known:
        lines += [
            f".SS kaensan {_escaped(command.name)}",
            f"{_sentence(command.summary)}",
            ".PP",
            _escaped(command.usage),
        ]
        for argument in command.arguments:
            lines += [".TP", rf"\fB{_escaped(argument.usage)}\fR", _escaped(argument.help) or r"\&"]
            if argument.choices:
                lines.append(_escaped(f"(one of {', '.join(argument.choices)})"))
    lines.append(".SH EXIT STATUS")
    for status, meaning in _STATUS:
        lines += [".TP", rf"\fB{status}\fR", meaning]
    return "\n".join(lines) + "\n"


def _sentence(text: str) -> str:
    escaped = _escaped(text)
    return escaped[:1].upper() + escaped[1:] + "."


def _escaped(text: str) -> str:
    """Text that roff takes for nothing else."""
    flat = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{flat}" if flat.startswith((".", "'")) else flat
