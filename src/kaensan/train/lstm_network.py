"""The network of the LSTM paper in torch: training, prediction and export. Knows numbers, not pages.

The published model is an embedding of 512, one forward LSTM layer of 128 units and a softmax over O, C and T. Two
things in training are not in the paper: a share of the tokens is replaced by "unknown", so that the network does not
come to rely on words that the next thread will not have; and a dropout between the layers. Where it says nothing we
chose Adam with a learning rate that rises and falls in one cycle, and gradients clipped to a norm of 1.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

__all__ = ["Epoch", "NetworkOptions", "TokenLabeller", "best_device", "export_onnx", "fit", "predict"]

Ints = NDArray[np.int64]
_IGNORED = -1  # the label of padding, which no loss and no accuracy counts
_WARM_UP = 0.15  # share of the steps in which the learning rate rises
_LONGEST_GRADIENT = 1.0  # norm to which gradients are clipped: one strange page does not undo the others


class Epoch(NamedTuple):
    """One pass over the training pages: a point of the training curve."""

    loss: float
    """mean cross-entropy over the batches"""
    accuracy: float
    """share of the tokens, some of them hidden, that the network labelled right while it learned"""


@dataclass(frozen=True)
class NetworkOptions:
    """How the network is built and trained; the sizes are the published ones."""

    embedding: int = 512
    units: int = 128
    bidirectional: bool = False
    unknown: float = 0.15
    """share of the tokens that training replaces by "unknown"; 0 is the paper as it stands"""
    dropout: float = 0.0
    epochs: int = 30
    batch: int = 8
    rate: float = 2e-3
    seed: int = 0


_Module: Any = nn.Module  # typed or not, depending on whether torch is installed


class TokenLabeller(_Module):  # type: ignore[misc]
    """Embedding, LSTM, linear."""

    def __init__(self, tokens: int, options: NetworkOptions) -> None:
        super().__init__()
        self.embedding = nn.Embedding(tokens, options.embedding)
        self.lstm = nn.LSTM(options.embedding, options.units, batch_first=True, bidirectional=options.bidirectional)
        self.drop = nn.Dropout(options.dropout)
        self.output = nn.Linear(options.units * (2 if options.bidirectional else 1), 3)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        hidden, _ = self.lstm(self.drop(self.embedding(tokens)))
        scores: torch.Tensor = self.output(self.drop(hidden))
        return scores


def best_device() -> str:
    """A GPU where there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def fit(
    pages: Sequence[tuple[Ints, Ints]],
    tokens: int,
    options: NetworkOptions,
    device: str = "cpu",
    report: Callable[[str], None] = print,
) -> tuple[TokenLabeller, list[Epoch]]:
    """Train on pages given as (token numbers, labels); number 0 is "unknown". Returns the training curve too.

    On a CPU it runs in one thread, so that the same pages and options give the same weights, bit for bit.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1 if device == "cpu" else threads)
    try:
        return _fitted(pages, tokens, options, device, report)
    finally:
        torch.set_num_threads(threads)


def _fitted(
    pages: Sequence[tuple[Ints, Ints]], tokens: int, options: NetworkOptions, device: str, report: Callable[[str], None]
) -> tuple[TokenLabeller, list[Epoch]]:
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    network: TokenLabeller = TokenLabeller(tokens, options).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=options.rate)
    batches = _batches([len(numbers) for numbers, _ in pages], options.batch)
    steps = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, max_lr=options.rate, total_steps=options.epochs * len(batches), pct_start=_WARM_UP
    )
    loss_of = nn.CrossEntropyLoss(ignore_index=_IGNORED)
    curve: list[Epoch] = []
    for epoch in range(options.epochs):
        network.train()
        total = 0.0
        right = counted = 0
        for at in rng.permutation(len(batches)).tolist():
            numbers, labels = _padded([pages[page] for page in batches[at]])
            hidden = rng.random(numbers.shape) < options.unknown
            inputs = torch.from_numpy(np.where(hidden, 0, numbers)).to(device)
            scores = network(inputs)
            target = torch.from_numpy(labels).to(device)
            loss = loss_of(scores.flatten(0, 1), target.flatten())
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), _LONGEST_GRADIENT)
            optimiser.step()
            steps.step()
            total += float(loss.detach())
            right += int((scores.detach().argmax(-1) == target).sum())
            counted += int((target != _IGNORED).sum())
        curve.append(Epoch(total / len(batches), right / max(counted, 1)))
        report(f"epoch {epoch + 1} of {options.epochs}: loss {curve[-1].loss:.4f}, accuracy {curve[-1].accuracy:.4f}")
    return network, curve


def _batches(lengths: list[int], size: int) -> list[list[int]]:
    """Pages of similar length together."""
    order = np.argsort(lengths, kind="stable").tolist()
    return [order[begin : begin + size] for begin in range(0, len(order), size)]


def _padded(pages: Sequence[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    longest = max(len(numbers) for numbers, _ in pages)
    numbers = np.zeros((len(pages), longest), np.int64)
    labels = np.full((len(pages), longest), _IGNORED, np.int64)
    for at, (page, label) in enumerate(pages):
        numbers[at, : len(page)] = page
        labels[at, : len(page)] = label
    return numbers, labels


def predict(network: TokenLabeller, numbers: Ints, device: str = "cpu") -> NDArray[np.float32]:
    """The probabilities of O, C and T for the tokens of one page."""
    network.eval()
    with torch.no_grad():
        scores = network(torch.from_numpy(numbers)[None].to(device))[0]
        probability: NDArray[np.float32] = torch.softmax(scores, dim=-1).cpu().numpy()
    return probability


def export_onnx(network: TokenLabeller) -> bytes:
    """The forward network as ONNX with its state as input and output; the embedding is stored in 8 bits."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    units = network.lstm.hidden_size
    table = network.embedding.weight.detach().cpu().numpy()
    scale = np.maximum(np.abs(table).max(axis=1, keepdims=True) / 127, 1e-8).astype(np.float32)
    weights: dict[str, Any] = {
        "table": np.round(table / scale).astype(np.int8),
        "scale": scale,
        "w": _gates(network.lstm.weight_ih_l0, units)[None],
        "r": _gates(network.lstm.weight_hh_l0, units)[None],
        "b": np.concatenate([_gates(network.lstm.bias_ih_l0, units), _gates(network.lstm.bias_hh_l0, units)])[None],
        "v": network.output.weight.detach().cpu().numpy().T.copy(),
        "c": network.output.bias.detach().cpu().numpy(),
        "one": np.array([1], np.int64),
        "middle": np.array([1, 2], np.int64),
    }
    node = helper.make_node
    nodes = [
        node("Gather", ["table", "tokens"], ["small"]),
        node("Cast", ["small"], ["wide"], to=TensorProto.FLOAT),
        node("Gather", ["scale", "tokens"], ["scales"]),
        node("Mul", ["wide", "scales"], ["embedded"]),
        node("Unsqueeze", ["embedded", "one"], ["sequence"]),
        node(
            "LSTM", ["sequence", "w", "r", "b", "", "hidden", "cell"], ["states", "hidden_after", "cell_after"],
            hidden_size=units,
        ),
        node("Squeeze", ["states", "middle"], ["flat"]),
        node("MatMul", ["flat", "v"], ["product"]),
        node("Add", ["product", "c"], ["scores"]),
        node("Softmax", ["scores"], ["probability"], axis=-1),
    ]  # fmt: skip
    state = [1, 1, units]
    graph = helper.make_graph(
        nodes,
        "boards-lstm",
        [
            helper.make_tensor_value_info("tokens", TensorProto.INT64, ["length"]),
            helper.make_tensor_value_info("hidden", TensorProto.FLOAT, state),
            helper.make_tensor_value_info("cell", TensorProto.FLOAT, state),
        ],
        [
            helper.make_tensor_value_info("probability", TensorProto.FLOAT, ["length", 3]),
            helper.make_tensor_value_info("hidden_after", TensorProto.FLOAT, state),
            helper.make_tensor_value_info("cell_after", TensorProto.FLOAT, state),
        ],
        [numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    stream = io.BytesIO()
    onnx.save(model, stream)
    return stream.getvalue()


def _gates(weight: Any, units: int) -> NDArray[np.float32]:
    """Torch orders the gates input, forget, cell, output; ONNX input, output, forget, cell."""
    blocks = weight.detach().cpu().numpy().reshape(4, units, *weight.shape[1:])
    ordered: NDArray[np.float32] = blocks[[0, 3, 1, 2]].reshape(weight.shape)
    return ordered
