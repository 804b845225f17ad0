"""`kaensan train`: train a model anew from reference pages."""

from __future__ import annotations

import argparse
from importlib import import_module

from kaensan.extras import from_extra

__all__ = ["configure", "run"]

_MODELS = {
    "lstm": "the network of the method lstm, from marked board pages (torch)",
    "boards": "the forests of the method boards and of threads (lightgbm)",
    "core": "the forest of the method core, and its confidence (torch)",
    "confidence": "the confidence of the method core alone, by the models of a training (sklearn)",
}

_PACKAGES = {
    "lstm": ("torch", "onnx"),
    "boards": ("lightgbm",),
    "core": ("torch", "sklearn"),
    "confidence": ("sklearn",),
}
"""what the training of a model calls late in its run"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command; those of a model are read by its own module in `kaensan.train`."""
    listed = "; ".join(f"{name}: {summary}" for name, summary in _MODELS.items())
    parser.add_argument("model", choices=list(_MODELS), metavar="MODEL", help=listed)
    parser.add_argument("options", nargs=argparse.REMAINDER, metavar="...", help="see `kaensan train MODEL --help`")


def run(args: argparse.Namespace) -> int:
    """Train the model that was asked for."""
    with from_extra("train", "training"):
        for package in _PACKAGES[args.model]:  # before any page is read
            import_module(package)
        module = import_module(f"kaensan.train.{args.model}")
    parser = argparse.ArgumentParser(prog=f"kaensan train {args.model}", description=_MODELS[args.model])
    module.configure(parser)
    status: int = module.run(parser.parse_args(args.options))
    return status
