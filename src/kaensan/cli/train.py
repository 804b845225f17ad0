"""`kaensan train`: train a model anew from reference pages."""

from __future__ import annotations

import argparse
from importlib import import_module

from kaensan.errors import UsageError

__all__ = ["configure", "run"]

_MODELS = {
    "lstm": "the network of the method lstm, from marked board pages (torch)",
    "boards": "the forests of the method boards and of threads (lightgbm)",
    "core": "the forest of the method core (torch)",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command; those of a model are read by its own module in `kaensan.train`."""
    listed = "; ".join(f"{name}: {summary}" for name, summary in _MODELS.items())
    parser.add_argument("model", choices=list(_MODELS), metavar="MODEL", help=listed)
    parser.add_argument("options", nargs=argparse.REMAINDER, metavar="...", help="see `kaensan train MODEL --help`")


def run(args: argparse.Namespace) -> int:
    """Train the model that was asked for."""
    try:
        module = import_module(f"kaensan.train.{args.model}")
    except ModuleNotFoundError as missing:
        raise UsageError(f"training needs {missing.name}; install it with `pip install 'kaensan[train]'`") from None
    parser = argparse.ArgumentParser(prog=f"kaensan train {args.model}", description=_MODELS[args.model])
    module.configure(parser)
    status: int = module.run(parser.parse_args(args.options))
    return status
