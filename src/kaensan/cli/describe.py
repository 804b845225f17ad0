"""The command line as data: every command with its arguments, read from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from kaensan.cli import make_parser

__all__ = ["Argument", "Command", "commands"]


@dataclass(frozen=True)
class Argument:
    """A positional argument, or an option."""

    flags: tuple[str, ...]
    """the names of an option; none for a positional argument"""
    value: str
    """what stands for its value in the usage; empty where it takes none"""
    help: str
    choices: tuple[str, ...] = ()

    @property
    def usage(self) -> str:
        """The argument as it is written: `-o, --output PATH`."""
        return f"{', '.join(self.flags)} {self.value}".strip()


@dataclass(frozen=True)
class Command:
    """A command, such as `extract` or `train core`."""

    name: str
    summary: str
    usage: str
    arguments: tuple[Argument, ...]
    subcommands: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[Argument, ...]:
        return tuple(argument for argument in self.arguments if argument.flags)


def commands() -> list[Command]:
    """Every command, in the order of `kaensan --help`; the subcommands of a command follow it."""
    return [command for command in _walk(make_parser(), "", "") if command.name]


def _walk(parser: argparse.ArgumentParser, name: str, summary: str) -> Iterator[Command]:
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    plain = [action for action in parser._actions if action not in below and action.help != argparse.SUPPRESS]
    usage = " ".join(parser.format_usage().removeprefix("usage:").split())
    inner = tuple(one for action in below for one in action.choices)
    yield Command(name, summary, usage, tuple(_argument(parser, action) for action in plain), inner)
    for action in below:
        helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
        for one, sub in action.choices.items():
            yield from _walk(sub, f"{name} {one}".strip(), helps.get(one) or sub.description or "")


def _argument(parser: argparse.ArgumentParser, action: argparse.Action) -> Argument:
    takes = not action.option_strings or action.nargs != 0
    choices = tuple(str(choice) for choice in action.choices or ())
    value = parser._get_formatter()._format_args(
        action, (action.dest if not action.option_strings else action.dest.upper())
    )
    said = (action.help or "") % {**vars(action), "prog": parser.prog}
    return Argument(tuple(action.option_strings), value if takes else "", said, choices)
