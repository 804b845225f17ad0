"""Training the LSTM of the paper: `kaensan train lstm DATA`.

DATA is a folder of the reference pages, of which `thaiboards.train` is read, or a folder of marked pages (`*.html` with
`<<<T>>>` and `<<<C>>>` around titles and posts).
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.errors import InputError
from kaensan.extras import from_extra
from kaensan.gold.marked import read_marked
from kaensan.methods.lstm.model import FORMAT
from kaensan.methods.lstm.tokens import Words

if TYPE_CHECKING:
    from kaensan.train.lstm_network import Epoch, NetworkOptions, TokenLabeller

__all__ = ["Trained", "Vocabulary", "configure", "marked_pages", "run", "save_network", "train_network"]

_OUT = Path("src/kaensan/methods/lstm")
_NAME = "boards-lstm"
_OFTEN = 2
"""how often a token must occur to be known; the others are what "unknown" is learned from"""


@dataclass(frozen=True)
class Vocabulary:
    """The tokens that a network knows, numbered from 1; 0 is every other token."""

    tokens: list[str]

    @classmethod
    def of(cls, pages: Iterable[list[str]]) -> Vocabulary:
        """The tokens that occur often enough, in order of first occurrence."""
        counted = Counter(token for page in pages for token in page)
        return cls([token for token, count in counted.items() if count >= _OFTEN])

    def numbers(self, tokens: list[str]) -> NDArray[np.int64]:
        known = {token: number for number, token in enumerate(self.tokens, start=1)}
        return np.array([known.get(token, 0) for token in tokens], np.int64)


class Trained(NamedTuple):
    """A trained network, the tokens it knows, and how it came to learn them."""

    network: TokenLabeller
    vocabulary: Vocabulary
    curve: list[Epoch]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("data", type=Path, help="folder of the reference pages, or of marked pages (*.html)")
    parser.add_argument("--unknown", type=float, default=0.15, help="share of tokens hidden in training (0.15)")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", help="cpu or cuda (cuda where there is one)")
    parser.add_argument("--out", type=Path, default=_OUT, help=f"folder for {_NAME}.onnx and its card ({_OUT})")


def run(args: argparse.Namespace) -> int:
    """Train on marked pages and write the network."""
    network_module = _network()
    options = network_module.NetworkOptions(unknown=args.unknown, epochs=args.epochs, seed=args.seed)
    pages = [(tokens, labels) for _, tokens, labels in marked_pages(args.data)]
    print(f"{len(pages)} pages, {sum(len(tokens) for tokens, _ in pages):,} tokens")
    trained = train_network(pages, options, args.device)
    path = save_network(trained, options, {"pages": len(pages), "data": _described(args.data)}, args.out)
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {len(trained.vocabulary.tokens):,} known tokens")
    return 0


def _described(data: Path) -> str:
    return "thaiboards.train" if _is_reference(data) else f"{len(list(data.glob('*.html')))} marked pages"


def _is_reference(data: Path) -> bool:
    return any(data.glob("thaiboards.train.*"))


def marked_pages(
    data: Path, dataset: str = "thaiboards.train", words: Words | None = None
) -> Iterator[tuple[str, list[str], NDArray[np.int8]]]:
    """The names, tokens and labels of the marked pages of a folder."""
    if _is_reference(data):
        from kaensan.gold.datasets import load

        found = ((gold.id, gold.marked or "") for gold in load(data, dataset))
    else:
        files = sorted(data.glob("*.html")) if data.is_dir() else []
        if not files:
            raise InputError(f"{data} holds neither thaiboards.train nor marked pages (*.html)")
        found = ((file.name, file.read_text("utf-8")) for file in files)
    for name, source in found:
        _, tokens, labels = read_marked(source, words=words)
        yield name, tokens.strings, labels


def train_network(
    pages: list[tuple[list[str], NDArray[np.int8]]],
    options: NetworkOptions,
    device: str | None = None,
    report: Callable[[str], None] = print,
) -> Trained:
    """Train the network on pages given as tokens and labels."""
    network_module = _network()
    vocabulary = Vocabulary.of(tokens for tokens, _ in pages)
    numbered = [(vocabulary.numbers(tokens), labels.astype(np.int64)) for tokens, labels in pages]
    device = device or network_module.best_device()
    network, curve = network_module.fit(numbered, len(vocabulary.tokens) + 1, options, device, report)
    return Trained(network, vocabulary, curve)


def save_network(trained: Trained, options: NetworkOptions, about: dict[str, Any], folder: Path) -> Path:
    """Write the weights as ONNX, and the card beside them."""
    weights = _network().export_onnx(trained.network)
    card = {
        "format": FORMAT,
        "sha256": hashlib.sha256(weights).hexdigest(),
        "units": options.units,
        "options": asdict(options),
        "trained_on": about,
        "curve": [[round(epoch.loss, 5), round(epoch.accuracy, 5)] for epoch in trained.curve],
        "vocabulary": trained.vocabulary.tokens,
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_NAME}.onnx"
    path.write_bytes(weights)
    path.with_suffix(".json").write_text(json.dumps(card, ensure_ascii=False, indent=0) + "\n", "utf-8")
    return path


def _network() -> Any:
    with from_extra("train", "training"):
        from kaensan.train import lstm_network
    return lstm_network
