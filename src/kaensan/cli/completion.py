"""`kaensan completion`: completion of commands, options and their values for your shell, written by shtab."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from kaensan.cli import make_parser
from kaensan.extras import from_extra

__all__ = ["configure", "run"]

_SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
_HOW = """
put it where your shell looks for it:
  bash  kaensan completion bash > ~/.local/share/bash-completion/completions/kaensan
  zsh   kaensan completion zsh > "${fpath[1]}/_kaensan"
  fish  kaensan completion fish > ~/.config/fish/completions/kaensan.fish
"""
_FILES = frozenset({"SOURCE", "FILE", "PATH", "INPUT", "STORE", "PAGE"})
_FOLDERS = frozenset({"DIR", "FOLDER"})
"""what stands in the usage for the name of a file, and of a folder"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _HOW.strip()
    parser.add_argument("shell", choices=_SHELLS, help="the shell to write for")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    with from_extra("shell", "completion"):
        import shtab
    parser = make_parser()
    for action in _actions(parser):
        names = {action.metavar} if isinstance(action.metavar, str) else set(action.metavar or ())
        if names & (_FILES | _FOLDERS):
            setattr(action, "complete", shtab.FILE if names & _FILES else shtab.DIRECTORY)  # noqa: B010 (shtab's way)
    print(shtab.complete(parser, args.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of every command."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)
