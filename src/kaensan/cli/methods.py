"""`kaensan methods`: the ways to decide what is content."""

from __future__ import annotations

import argparse
import sys

from kaensan.cli.style import Style
from kaensan.methods import DEFAULT, names

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """The command has no arguments."""


def run(args: argparse.Namespace) -> int:
    """Print a line for each method."""
    style = Style(sys.stdout)
    width = max(map(len, names()))
    for name, summary in names().items():
        print(f"{style(f'{name:<{width}}', 'bold')}  {summary}{' (default)' if name == DEFAULT else ''}")
    return 0
