"""The figures about board pages: `python -m experiments.boards --data DIR [PART ...]`.

PART is any of `paper` (tables II to IV of the LSTM paper on seen boards), `unseen` (leave-one-board-out), `posts`,
`wcxb` (the posts of the forum pages of WCXB dev against peers), `kinds` (is it a thread?), `made` (boards
that we made), `time`, and `lstm` (leave-one-board-out for the network, which has to be trained ten times: minutes on a
GPU, hours without).

A board that was never met is one whose *software* was left out: for a XenForo board, every XenForo page of every site,
of thaiboards and of WCXB alike, is kept from training, and with it the other software of the same fold.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.boards_peers import BOARD_PEERS, load_peer
from kaensan.errors import KaensanError
from kaensan.gold.datasets import GoldPage, load
from kaensan.gold.marked import read_marked
from kaensan.gold.metrics import trigram_f1
from kaensan.methods import Role
from kaensan.methods import load as load_method
from kaensan.methods.base import Labels, Method
from kaensan.methods.boards.method import Boards, BoardsEvidence
from kaensan.methods.boards.model import PostModel, read_post_model
from kaensan.methods.lstm.method import LstmEvidence
from kaensan.methods.lstm.tokens import Label, Tokens
from kaensan.page import Page, parse
from kaensan.page.inline import inline_text
from kaensan.page.normalise import normalise
from kaensan.render import render_text
from kaensan.train.sites import Sites

__all__ = ["Held", "main"]

PUBLISHED = {"all": (99.42, 99.53), "T": (88.04, 100.0), "C": (97.11, 97.72), "O": (99.75, 99.75)}
"""The paper's own figures on its own pages: without and with post-processing."""


class Held:
    """Post models that have not seen a board software, as `kaensan train core` leaves them in its output folder."""

    def __init__(self, data: Path, folds: Path) -> None:
        self.data, self.folds = data, folds
        self._models: dict[int, PostModel] = {}

    @cached_property
    def sites(self) -> Sites:
        return Sites.of(load(self.data, "wcxb.dev"))

    def for_page(self, gold: GoldPage) -> PostModel:
        """The post model that has seen no page of the software of this one."""
        return self.without(self.sites.software_fold(gold))

    def without(self, fold: int) -> PostModel:
        """The post model without a fold of board software."""
        if fold not in self._models:
            self._models[fold] = read_post_model(self.folds / f"posts-{fold}.npz")
        return self._models[fold]


def paper(data: Path) -> None:
    """Tables II to IV: token accuracy on the test pages of boards seen in training, in percent."""
    method = load_method("lstm")
    gold: list[NDArray[np.int8]] = []
    before: list[NDArray[np.int8]] = []
    after: list[NDArray[np.int8]] = []
    boards: list[str] = []
    for page, _, labels, board in _marked(data, "thaiboards.test"):
        evidence: LstmEvidence = method.label(page).evidence
        gold.append(labels)
        before.append(evidence.system)
        after.append(evidence.label)
        boards.append(board)
    print("\n## The paper's protocol: thaiboards.test, boards seen in training (token accuracy, %)\n")
    print("| | published, without → with | without | with post-processing |\n|---|---|---|---|")
    rows = [("all", None), ("T", Label.T), ("C", Label.C), ("O", Label.O)]
    for name, label in rows:
        published = "{:.2f} → {:.2f}".format(*PUBLISHED[name])
        print(f"| {name} | {published} | {_accuracy(before, gold, label):.2f} | {_accuracy(after, gold, label):.2f} |")
    for board in dict.fromkeys(boards):
        chosen = [number for number, name in enumerate(boards) if name == board]
        one, two = ([part[number] for number in chosen] for part in (before, after))
        right = [gold[number] for number in chosen]
        print(f"| {board} | | {_accuracy(one, right):.2f} | {_accuracy(two, right):.2f} |")


def _marked(data: Path, dataset: str) -> Iterable[tuple[Page, Tokens, NDArray[np.int8], str]]:
    for page in load(data, dataset):
        yield *read_marked(page.marked or ""), page.board or ""


def _accuracy(
    system: Sequence[NDArray[np.int8]], gold: Sequence[NDArray[np.int8]], label: Label | None = None
) -> float:
    right, said = np.concatenate(gold), np.concatenate(system)
    chosen = np.ones(len(right), np.bool_) if label is None else right == label
    return 100 * float(np.mean(said[chosen] == right[chosen]))


def unseen(data: Path, held: Held) -> None:
    """Leave-one-board-out: content, title and tokens."""
    pages = list(load(data, "thaiboards"))
    print(f"\n## Boards never met: thaiboards, {len(pages)} pages, leave-one-board-out\n")
    print("| | content F1 (trigrams) | title right, % | token accuracy, % |\n|---|---|---|---|")
    _row("boards", pages, lambda page: Boards(held.for_page(page)))
    for name in ("core", "lstm"):
        try:
            method = load_method(name)
            method.label(parse("<p>x"))
        except KaensanError as error:
            print(f"| {name} | {error} | | |")
            continue
        _row(f"{name} as shipped (has seen 16 pages of each board)", pages, _always(method))
    for name in (*BOARD_PEERS, "all-text"):
        peer = load_peer(name)
        scores = [trigram_f1(normalise(peer(page.html)), normalise(page.text or "")).f1 for page in pages]
        print(f"| {name} | {np.mean(scores):.4f} | | |")


def _always(method: Method) -> Callable[[GoldPage], Method]:
    return lambda _: method


def _row(name: str, pages: Sequence[GoldPage], method_of: Callable[[GoldPage], Method]) -> None:
    content, title, tokens = [], [], []
    by_board: dict[str, list[float]] = {}
    for gold in pages:
        page, words, labels = read_marked(gold.marked or "")
        found = method_of(gold).label(page)
        content.append(trigram_f1(render_text(page, found.kept), normalise(gold.text or "")).f1)
        title.append(_title(page, found) == " ".join(normalise(gold.title or "").split()))
        said = _token_labels(page, words, found)
        tokens.append((int((said == labels).sum()), len(labels)))
        by_board.setdefault(gold.board or "", []).append(content[-1])
    right, count = np.sum(tokens, axis=0)
    print(f"| {name} | {np.mean(content):.4f} | {100 * np.mean(title):.1f} | {100 * right / count:.2f} |")
    weakest = sorted((float(np.mean(scores)), board) for board, scores in by_board.items())[:3]
    print(f"| – weakest | {', '.join(f'{board} {score:.3f}' for score, board in weakest)} | | |")


def _title(page: Page, labels: Labels) -> str:
    rows = np.flatnonzero(labels.role == Role.TITLE)
    return inline_text(page.texts, int(rows[0]), int(rows[-1]) + 1) if len(rows) else ""


def _token_labels(page: Page, tokens: Tokens, labels: Labels) -> NDArray[np.int8]:
    """The decision of a method about tags and words: tags have the label of the element they belong to."""
    if isinstance(labels.evidence, LstmEvidence):
        return labels.evidence.label
    said = np.zeros(len(tokens), np.int8)
    word = tokens.row >= 0
    by_role = np.array([Label.O, Label.C, Label.T], np.int8)
    said[word] = by_role[labels.role[tokens.row[word]]]
    if isinstance(labels.evidence, BoardsEvidence):
        marks = [(body, Label.C) for body in labels.evidence.bodies] + [(labels.evidence.title.element, Label.T)]
        for element, label in marks:
            if element >= 0:
                inside = (tokens.element >= element) & (tokens.element < page.elements.end[element])
                said[inside & ~word] = label
    return said


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the parts that were asked for."""
    from experiments import boards_lstm, boards_made, boards_posts

    parser = argparse.ArgumentParser(prog="python -m experiments.boards", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    parser.add_argument("--folds", type=Path, default=Path("out"), help="what `kaensan train core` wrote (./out)")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    held = Held(args.data, args.folds)
    parts: dict[str, Callable[[], None]] = {
        "paper": lambda: paper(args.data),
        "unseen": lambda: unseen(args.data, held),
        "posts": lambda: boards_posts.posts(args.data, held),
        "wcxb": lambda: boards_posts.wcxb(args.data, held),
        "kinds": lambda: boards_posts.kinds(args.data, held),
        "made": lambda: boards_made.made(held.without),
        "time": lambda: boards_posts.time_labels(args.data),
        "lstm": lambda: boards_lstm.unseen_lstm(args.data, args.seed),
    }
    for part in args.parts or [name for name in parts if name != "lstm"]:
        parts[part]()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
