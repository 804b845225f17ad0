"""The networks for board pages: files of weights and how to run them.

A model is two files: `NAME.onnx`, and `NAME.json`, its *card*, with the version of the format, the checksum of the
weights, what the network reads and how it was trained. They run on onnxruntime, which comes with the `boards` extra.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kaensan.extras import from_extra
from kaensan.frozen_records import record
from kaensan.methods.model_files import read_graph, shipped_path

__all__ = ["FORMAT", "Network", "TokenNetwork", "read_network", "shipped_model"]

FORMAT = 1
"""The version of the model files that this program reads and writes."""

CHUNK = 15_576
"""The longest sequence of the paper; longer pages go through in pieces, the state of the network carried over."""


@record
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


def _session(weights: bytes) -> Any:
    with from_extra("boards", "the method lstm"):
        import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # pages, not layers, run in parallel
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


@record
class TokenNetwork:
    """A network that labels a sequence of tokens from left to right."""

    network: Network
    vocabulary: dict[str, int]
    """the number of each known token; number 0 stands for every other"""
    units: int

    @property
    def curve(self) -> tuple[tuple[float, float], ...]:
        """Loss and accuracy of every epoch of its training, where its card has them."""
        return tuple((float(loss), float(accuracy)) for loss, accuracy in self.network.card.get("curve", ()))

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


def read_network(path: Path) -> TokenNetwork:
    """Read a token network from `NAME.onnx` and its card `NAME.json`."""
    weights, card = read_graph(path, FORMAT, "kaensan train lstm")
    words: list[str] = card["vocabulary"]
    network = Network(path.stem, card, _session(weights))
    return TokenNetwork(network, {word: number for number, word in enumerate(words, start=1)}, card["units"])


@cache
def shipped_model() -> TokenNetwork:
    """The network that ships with the program; the file is read once."""
    return read_network(shipped_path("lstm/boards-lstm.onnx"))
