"""The networks for board pages: files of weights and how to run them.

A model is two files: `NAME.onnx`, and `NAME.json`, its *card*, with the version of the format, the checksum of the
weights, what the network reads and how it was trained. They run on onnxruntime, which comes with the `boards` extra.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import ModelError, UsageError

__all__ = ["FORMAT", "Network", "TokenNetwork", "load_network", "load_token_network"]

FORMAT = 1
"""The version of the model files that this program reads and writes."""

CHUNK = 15_576
"""The longest sequence of the paper; longer pages go through in pieces, the state of the network carried over."""


@dataclass(frozen=True)
class Network:
    """Weights ready to run, with their card."""

    name: str
    card: dict[str, Any]
    session: Any
    """the `onnxruntime.InferenceSession`"""

    def run(self, inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """The outputs of the network."""
        outputs: list[NDArray[np.float32]] = self.session.run(None, inputs)
        return outputs


def load_network(name: str, folder: Path | None = None) -> Network:
    """Read a model that ships with the program, or one from a folder; `UsageError` when there is none."""
    card_bytes, weights = _read(f"{name}.json", folder), _read(f"{name}.onnx", folder)
    if card_bytes is None or weights is None:
        where = f"in {folder}" if folder else "with this program"
        raise UsageError(f"there is no model {name!r} {where}; train one with `kaensan train`")
    try:
        card: dict[str, Any] = json.loads(card_bytes)
        version, checksum = card["format"], card["sha256"]
    except (ValueError, KeyError, TypeError):
        raise ModelError(f"the card of the model {name!r} is damaged; install it again") from None
    if version != FORMAT:
        raise ModelError(f"the model {name!r} has format {version} and this program reads {FORMAT}; update one of them")
    if hashlib.sha256(weights).hexdigest() != checksum:
        raise ModelError(f"the weights of the model {name!r} do not match their checksum; install it again")
    return Network(name, card, _session(weights))


def _read(file: str, folder: Path | None) -> bytes | None:
    path = folder / file if folder else resources.files("kaensan.model") / file
    return path.read_bytes() if path.is_file() else None


def _session(weights: bytes) -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise UsageError("this method needs onnxruntime; install it with `pip install kaensan[boards]`") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # pages, not layers, run in parallel
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


@dataclass(frozen=True)
class TokenNetwork:
    """A network that labels a sequence of tokens from left to right."""

    network: Network
    vocabulary: dict[str, int]
    """the number of each known token; number 0 stands for every other"""
    units: int

    def __call__(self, tokens: Sequence[str]) -> NDArray[np.float32]:
        """The probabilities of O, C and T for every token."""
        known = self.vocabulary.get
        numbers = np.fromiter((known(token, 0) for token in tokens), np.int64, len(tokens))
        hidden = np.zeros((1, 1, self.units), np.float32)
        cell = hidden
        parts = [np.zeros((0, 3), np.float32)]
        for begin in range(0, len(numbers), CHUNK):
            inputs: dict[str, NDArray[Any]] = {"tokens": numbers[begin : begin + CHUNK], "hidden": hidden, "cell": cell}
            probability, hidden, cell = self.network.run(inputs)
            parts.append(probability)
        return np.concatenate(parts)


@cache
def load_token_network(name: str, folder: Path | None = None) -> TokenNetwork:
    """Read a token network; each file is read once."""
    network = load_network(name, folder)
    words: list[str] = network.card["vocabulary"]
    return TokenNetwork(network, {word: number for number, word in enumerate(words, start=1)}, network.card["units"])
