"""What is known of every container: sums over its blocks, what it is called, how it compares with its siblings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.frozen_records import record
from kaensan.methods.core.blocks import LONG, Blocks
from kaensan.methods.core.container_rows import (
    KINDS,
    ROW,
    Around,
    KindTotals,
    Main,
    Some,
    Totals,
    block_totals,
    container_rows,
    kind_totals,
    main_containers,
    standing_in,
    weigh_containers,
)
from kaensan.methods.core.facts import COUNTED_TAGS
from kaensan.methods.core.repetition import alike_siblings
from kaensan.methods.core.tag_ranks import RANK

__all__ = ["CONTAINER_NAMES", "ContainerRows", "Surroundings", "container_features"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

CONTAINER_NAMES = ROW
"""The names of the features of a container."""

_TAG_KINDS = np.array([COUNTED_TAGS[name] for name in KINDS], np.int32).T.copy()
_LOGS = np.log1p(np.arange(4096, dtype=np.float32))
"""logarithms of whole numbers: few pages have more blocks or containers"""
_FEW = 4096
"""containers of a page on which every one has its sums: of the reference pages one has more"""
_STEP = 16
"""blocks, or elements, of a page with more containers from one sum to the next: a sixteenth of the memory, and as many
additions for each container as it has features"""


@record
class ContainerRows:
    """What the features of the containers of a page are made of.

    A row of thirty numbers is several times what a container has in markup, and wrappers are around no block by
    themselves: only the rows of those around some blocks are made.
    """

    blocks: Blocks
    totals: Totals
    kinds: KindTotals
    own: Floats
    """the word scores of elements …"""
    path: Floats
    """… and of their paths"""
    alike: Floats
    """how many of its siblings look like each"""
    score: Floats
    """like that of reader modes"""
    highest: float
    """the highest of these"""
    logs: Floats
    """the logarithms of whole numbers"""

    def along(self, chain: Ints) -> tuple[Floats, Ints]:
        """A row of `CONTAINER_NAMES` for each of some containers, and which of the rows are those of `chain`."""
        containers = len(self.blocks.containers)
        if containers <= _FEW:
            number, place = standing_in(chain, containers)
            return self._of(number), place
        numbers, places = np.unique(chain.reshape(-1), return_inverse=True)
        return self._of(numbers), places.astype(np.int32).reshape(chain.shape)

    def _of(self, number: Ints) -> Floats:
        """The rows of some containers."""
        elements, containers = self.blocks.page.elements, self.blocks.containers
        some = Some(
            *(number, containers.element, containers.first, containers.end),
            *(containers.children, self.alike, self.score),
        )
        around = Around(elements.end, elements.tag, elements.depth, self.own, self.path)
        return container_rows(self.totals, self.kinds, some, around, RANK, self.highest, self.logs)


@record
class Surroundings:
    """What is known of the containers of a page."""

    rows: ContainerRows
    alike: Floats
    """how many of its siblings look like each"""
    prose: NDArray[np.float64]
    """units outside links before each block, and in all"""
    main: Main
    """two guesses at the main container"""


def container_features(blocks: Blocks, own: Floats, path: Floats, signature: NDArray[np.int64]) -> Surroundings:
    """Features of every container.

    `own` and `path` are the word scores of elements and of their paths, `signature` tells which elements look alike.
    """
    containers = blocks.containers
    step = 1 if len(containers) <= _FEW else _STEP
    totals = block_totals(blocks.counted, blocks.linked, blocks.links, LONG, step)
    worth = weigh_containers(totals, blocks.chain, containers.parent, containers.first, containers.end)
    best = int(worth.score.argmax())
    rows = ContainerRows(
        blocks=blocks,
        totals=totals,
        kinds=kind_totals(_TAG_KINDS, blocks.page.elements.tag, step),
        own=own,
        path=path,
        alike=alike_siblings(signature, containers.element, containers.parent),
        score=worth.score,
        highest=max(float(worth.score[best]), 1e-6),
        logs=_logs(max(len(blocks), len(containers))),
    )
    main = main_containers(
        worth, best, containers.element, containers.first, containers.end, blocks.page.elements.depth
    )
    return Surroundings(rows, rows.alike, worth.prose, main)


def _logs(most: int) -> Floats:
    """The logarithms of whole numbers, at least up to the one after `most`."""
    return _LOGS if most + 2 <= len(_LOGS) else np.log1p(np.arange(most + 2, dtype=np.float32))
