"""The evidence of the learned method: one row of numbers per block.

Everything is a sum over a range of blocks or elements, so the whole matrix is a few hundred vector operations whatever
the page. The quantities of the published methods are among them: text-to-tag ratios, raw and smoothed (histogram),
anchor ratios of containers (xpath), node importance (weight), words of the title (lineblock). No feature knows a
language or needs spaces between words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kaensan.model.blocks import LEVELS, LONG, Blocks
from kaensan.model.characters import LETTER
from kaensan.model.overlap import overlaps
from kaensan.model.tokens import (
    KINDS,
    PAGE_TYPES,
    SCORES,
    Vocabulary,
    attribute_words,
    near_and_far,
    page_words,
    path_sums,
)
from kaensan.page import Context, Page
from kaensan.page.tags import TAGS, family, tag_id

__all__ = ["Evidence", "gather"]

Floats = NDArray[np.float32]

_WORD = 6 * LETTER
_WIDTHS = (1.0, 3.0, 8.0)
_FLAGS = [
    "LIST",
    "TABLE",
    "CODE",
    "QUOTE",
    "PREFORMATTED",
    "FIGURE",
    "CONTROL",
    "FORM",
    "NOSCRIPT",
    "COLLAPSED",
    "ARIA_HIDDEN",
    "INVISIBLE",
    "NAV",
    "HEADER",
    "FOOTER",
    "ASIDE",
    "MAIN",
    "ARTICLE",
]
_CONTEXTS = {flag: Context[flag] for flag in _FLAGS}
_COUNTED_TAGS: dict[str, NDArray[np.bool_]] = {
    "controls": family("input select textarea button label"),
    "images": family("img picture svg video iframe figure"),
    "paragraphs": family("p"),
    "items": family("li dt dd tr"),
    "headings": family("h1 h2 h3 h4 h5 h6"),
    "anchors": family("a"),
    "times": family("time"),
    "codes": family("pre code"),
    "articles": family("article section"),
    "forms": family("form"),
}
_SECTIONS = frozenset(
    {
        *("words", "linked", "blocks", "mean", "share", "longs", "long_share", "stops", "controls", "items"),
        *("score", "tag", "before", "after", "alike", "images", "links"),
    }
)
"""What is known of the outermost sections of the page."""
_RANKED = """
p pre blockquote h1 h2 h3 h4 h5 h6 article main section dd dt td li th figcaption div ul ol table tr
header form label button option aside nav footer
"""
_RANK = np.zeros(len(TAGS), np.float32)
for _number, _name in enumerate(_RANKED.split(), start=1):
    _RANK[tag_id(_name)] = _number


@dataclass(frozen=True)
class Evidence:
    """The feature matrix of a page with the structure it was computed from."""

    blocks: Blocks
    matrix: Floats
    """a row per block"""
    names: tuple[str, ...]
    named: bool
    """the page has words that tell its type: names of elements, an address, claims about itself"""
    group: NDArray[np.int64]
    """blocks whose last three elements have the same tags and classes share a number"""


class _Columns:
    """Named columns, collected in order."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.columns: list[Floats] = []

    def add(self, name: str, column: NDArray[np.generic]) -> None:
        self.names.append(name)
        self.columns.append(column.astype(np.float32, copy=False))

    def add_many(self, names: list[str], matrix: Floats) -> None:
        self.names += names
        self.columns += list(matrix.T)


def gather(page: Page, vocabulary: Vocabulary) -> Evidence:
    """Compute the features of every block."""
    blocks = Blocks.of(page)
    out = _Columns()
    if not len(blocks):
        return Evidence(blocks, np.zeros((0, 0), np.float32), (), False, np.zeros(0, np.int64))
    named = attribute_words(page.elements)
    own = vocabulary.element_scores(page.elements.tag, named)
    path = path_sums(page.elements.end, own)
    signature = _signature(page)
    names, container, score = _containers(blocks, own[:, len(KINDS)], path[:, len(KINDS)], signature)
    for level in range(LEVELS):
        out.add_many([f"{name}@{level}" for name in names], container[blocks.chain[:, level]])
    some = [at for at, name in enumerate(names) if name in _SECTIONS]
    for level, section in enumerate(blocks.sections.T, start=1):
        out.add_many([f"{names[at]}^{level}" for at in some], container[section][:, some])
    _own(out, blocks)
    _around(out, blocks)
    _relative(out, blocks, score)
    group = _groups(out, blocks, signature)
    _page(out, blocks)
    spoken = near_and_far(page.elements.parent, own, path, blocks.parent)
    out.add_many([f"path_{name}" for name in SCORES], spoken)
    out.add_many([f"path_{name}" for name in KINDS], spoken[:, : len(KINDS)] + spoken[:, len(KINDS) :])
    told = page_words(page, named)
    types = vocabulary.type_scores(told)
    out.add_many([f"type_{name}" for name in PAGE_TYPES], np.broadcast_to(types, (len(blocks), len(types))))
    return Evidence(blocks, np.stack(out.columns).T, tuple(out.names), bool(told), group)


def _ratio(part: Floats, whole: Floats | float) -> Floats:
    result: Floats = (part / np.maximum(whole, 1e-6)).astype(np.float32)
    return result


def _containers(
    blocks: Blocks, own: Floats, path: Floats, signature: NDArray[np.int64]
) -> tuple[list[str], Floats, Floats]:
    """Features of every container, given the word scores of elements and of their paths."""
    page, containers = blocks.page, blocks.containers
    elements = page.elements
    at = containers.element
    words = blocks.units / _WORD
    long = (blocks.prose > LONG).astype(np.float32)
    per_block = np.stack(
        [
            blocks.units,
            blocks.linked,
            blocks.column("stops"),
            blocks.column("digits"),
            blocks.column("separators"),
            blocks.column("breaks"),
            long,
            words * words,
            blocks.links,
            blocks.column("money"),
        ],
        axis=1,
    )
    sums = containers.over(per_block)
    units, linked, stops, digits, separators, breaks, longs, squares, links, money = sums.T
    size = (containers.end - containers.first).astype(np.float32)
    tags = np.stack([table[elements.tag] for table in _COUNTED_TAGS.values()], axis=1)
    total = np.zeros((len(elements) + 1, tags.shape[1]), np.int32)
    np.cumsum(tags, axis=0, out=total[1:])
    counted = dict(zip(_COUNTED_TAGS, (total[elements.end[at]] - total[at]).T.astype(np.float32), strict=True))
    inside = (elements.end[at] - at).astype(np.float32)
    children = np.bincount(containers.parent[1:], minlength=len(containers)).astype(np.float32)

    alike = _alike(blocks, signature)
    words_in = units / _WORD
    prose = units - linked
    mean = words_in / np.maximum(size, 1)
    before = np.append(0, np.cumsum(blocks.units))
    score = _readability(blocks, units, linked)
    link_density = _ratio(linked, units)
    page_prose = max(float(blocks.prose.sum()), 1.0)
    features = {
        "words": np.log1p(words_in),
        "linked": link_density,
        "blocks": np.log1p(size),
        "mean": np.log1p(mean),
        "spread": np.log1p(np.sqrt(np.maximum(squares / np.maximum(size, 1) - mean * mean, 0))),
        "share": prose / page_prose,
        "longs": np.log1p(longs),
        "long_share": longs / max(float(long.sum()), 1.0),
        "stops": _ratio(stops, words_in + 1),
        "tags": np.log1p(_ratio(inside, words_in + 1)),
        "children": np.log1p(children),
        "controls": _ratio(counted["controls"], size),
        "images": _ratio(counted["images"], size),
        "paragraphs": _ratio(counted["paragraphs"], size),
        "items": _ratio(counted["items"], size),
        "headings": _ratio(counted["headings"], size),
        "times": _ratio(counted["times"], size),
        "links": _ratio(links, size),
        "digits": _ratio(digits, units),
        "separators": _ratio(separators, units),
        "breaks": _ratio(breaks, units),
        "money": _ratio(money, size),
        "alike": np.log1p(alike),
        "token": own[at],
        "path": path[at],
        "tag": _RANK[elements.tag[at]],
        "depth": elements.depth[at],
        "before": before[containers.first] / before[-1],
        "after": 1 - before[containers.end] / before[-1],
        "score": score / max(float(score.max()), 1e-6),
        "anchor_ratio": 0.75 * link_density + 0.25 * _ratio(links, size + links),
        "importance": np.log1p(_ratio(prose / _WORD, counted["anchors"] + inside)),
    }
    return list(features), np.stack([column.astype(np.float32) for column in features.values()], axis=1), score


def _alike(blocks: Blocks, looks: NDArray[np.int64]) -> Floats:
    """For every container how many of its siblings look like it: the cards of a grid, the posts of a thread."""
    containers = blocks.containers
    signature = looks[containers.element] * 100_003 + containers.parent
    _, inverse, count = np.unique(signature, return_inverse=True, return_counts=True)
    siblings: Floats = (count[inverse] - 1).astype(np.float32)
    return siblings


def _signature(page: Page) -> NDArray[np.int64]:
    """A number for the tag and class of every element."""
    elements = page.elements
    owners, values = elements.columns(["class"])
    number = {value: at for at, value in enumerate(dict.fromkeys(values), start=1)}
    named = np.zeros(len(elements), np.int64)
    named[owners] = np.fromiter(map(number.__getitem__, values), np.int64, len(values))
    return elements.tag.astype(np.int64) * 1_000_003 + named * 7_919 + 1


def _readability(blocks: Blocks, units: Floats, linked: Floats) -> Floats:
    """A score of containers like that of reader modes: paragraphs vouch for the elements around them."""
    chain = blocks.chain
    words = blocks.prose / _WORD
    vouch = np.where(words >= 5, 1 + blocks.column("stops") + np.minimum(words / 17, 3), 0).astype(np.float32)
    containers = blocks.containers
    score = sum(
        (containers.onto(chain[:, level], vouch * part) for level, part in ((1, 1.0), (2, 0.5), (3, 1 / 6))),
        start=np.zeros(len(containers), np.float32),
    )
    scored: Floats = (score * (1 - linked / np.maximum(units, 1))).astype(np.float32)
    return scored


def _own(out: _Columns, blocks: Blocks) -> None:
    """What a block is by itself."""
    units = np.maximum(blocks.units, 1)
    out.add("words", np.log1p(blocks.units / _WORD))
    out.add("prose", np.log1p(blocks.prose / _WORD))
    out.add("linked", blocks.linked / units)
    for name in ("digits", "stops", "separators", "capitals", "breaks", "money"):
        out.add(name, blocks.column(name) / units)
    out.add("stop_count", np.log1p(blocks.column("stops")))
    out.add("rows", blocks.rows)
    out.add("links", blocks.links)
    out.add("heading", blocks.page.texts.heading[blocks.row])
    out.add("tag", _RANK[blocks.tag])
    out.add("inline_tag", _RANK[blocks.page.elements.tag[blocks.parent]])
    for flag in _FLAGS:
        out.add(flag.lower(), blocks.within(_CONTEXTS[flag]))
    first = blocks.containers.first[blocks.container]
    end = blocks.containers.end[blocks.container]
    here = np.arange(len(blocks))
    out.add("index", here - first)
    out.add("remaining", end - here)
    out.add("position", here / len(blocks))
    parent = blocks.chain[:, 1]
    out.add("index_in_parent", here - blocks.containers.first[parent])
    out.add(
        "place_in_parent",
        (here - blocks.containers.first[parent])
        / np.maximum(blocks.containers.end[parent] - blocks.containers.first[parent], 1),
    )
    title, told = overlaps(blocks)
    out.add("in_title", title)
    out.add("in_description", told)
    out.add("repeats", _repeats(blocks))
    told_title = blocks.is_heading & (title > 0.6)
    _distances(out, "title", told_title)


def _repeats(blocks: Blocks) -> Floats:
    """How often the text of the block occurs on the page."""
    starts = blocks.page.texts.start[blocks.page.texts.block_start]
    length = np.diff(starts)
    codes = blocks.page.texts.codes.astype(np.int64)
    total = np.append(0, np.cumsum(codes * codes))
    key = (total[starts[1:]] - total[starts[:-1]]) * 1_000_003 + length
    _, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
    repeated: Floats = np.log1p(count[inverse] - 1).astype(np.float32)
    return repeated


def _shift(column: Floats, by: int) -> Floats:
    shifted = np.zeros_like(column)
    if by > 0:
        shifted[by:] = column[:-by]
    else:
        shifted[:by] = column[-by:]
    return shifted


def _smooth(columns: Floats, width: float) -> Floats:
    """Columns smoothed by a Gaussian of the given width, in blocks."""
    radius = min(int(3 * width) + 1, max(len(columns) - 1, 0))
    reach = np.arange(-radius, radius + 1)
    kernel = np.exp(-(reach**2) / (2 * width**2))
    kernel /= kernel.sum()
    padded = np.pad(columns, ((radius, radius), (0, 0)))
    total = np.zeros_like(columns)
    for offset, part in enumerate(kernel.astype(np.float32)):
        total += part * padded[offset : offset + len(columns)]
    return total


def _around(out: _Columns, blocks: Blocks) -> None:
    """What stands before and after a block."""
    prose = np.log1p(blocks.prose / _WORD)
    density = blocks.linked / np.maximum(blocks.units, 1)
    elements_between = np.diff(blocks.parent, append=blocks.parent[-1]).clip(0)
    ratio = np.log1p(blocks.prose / _WORD / (elements_between + 1))
    base = np.stack([prose, density, ratio, blocks.is_heading.astype(np.float32)], axis=1).astype(np.float32)
    names = ("prose", "linked", "ttr", "heading")
    smoothed = [_smooth(base, width) for width in _WIDTHS]
    for width, matrix in zip(_WIDTHS, smoothed, strict=True):
        out.add_many([f"{name}~{width:g}" for name in names], matrix)
    out.add("ttr_slope", smoothed[1][:, 2] - _shift(smoothed[1][:, 2], 1))
    for by in (1, 2, -1, -2):
        for number, name in enumerate(names):
            out.add(f"{name}{-by:+d}", _shift(base[:, number], by))
    jump = np.abs(np.diff(blocks.page.elements.depth[blocks.parent], prepend=0))
    out.add("depth_jump", jump)
    out.add("depth_jump_next", _shift(jump.astype(np.float32), -1))
    for name, mark in (
        ("heading", blocks.is_heading),
        ("h1", blocks.within(Context.H1)),
        ("long", blocks.prose > LONG),
        ("nav", blocks.within(Context.NAV | Context.HEADER)),
        ("footer", blocks.within(Context.FOOTER)),
    ):
        _distances(out, name, mark)


def _distances(out: _Columns, name: str, mark: NDArray[np.bool_]) -> None:
    """How many blocks lie between each block and the last and next marked one."""
    size = len(mark)
    here = np.arange(size)
    last = np.maximum.accumulate(np.where(mark, here, -10_000))
    ahead = np.minimum.accumulate(np.where(mark, here, size + 10_000)[::-1])[::-1]
    out.add(f"since_{name}", np.log1p(np.minimum(here - last, 500)))
    out.add(f"until_{name}", np.log1p(np.minimum(ahead - here, 500)))


def _relative(out: _Columns, blocks: Blocks, score: Floats) -> None:
    """Where a block stands relative to the containers that look like the main one."""
    containers = blocks.containers
    chain = blocks.chain
    prose = containers.over(blocks.prose)
    here = np.arange(len(blocks))
    before = np.append(0, np.cumsum(blocks.prose))
    total = max(float(before[-1]), 1.0)
    for name, top in (("best", int(np.argmax(score))), ("dense", _descend(containers.parent, prose))):
        first, end = int(containers.first[top]), int(containers.end[top])
        holds = (containers.first[chain] <= first) & (containers.end[chain] >= end)
        holds[:, -1] = True
        out.add(f"up_to_{name}", np.argmax(holds, axis=1))
        out.add(f"side_of_{name}", np.where(here < first, -1, np.where(here >= end, 1, 0)))
        gap = np.where(here < first, before[first] - before[here], np.where(here >= end, before[here] - before[end], 0))
        out.add(f"gap_to_{name}", np.log1p(gap / _WORD))
        out.add(
            f"blocks_to_{name}", np.log1p(np.where(here < first, first - here, np.where(here >= end, here - end, 0)))
        )
        out.add(f"share_of_{name}", np.full(len(blocks), prose[top] / total))
        out.add(f"score_of_{name}", np.full(len(blocks), score[top] / (score.sum() + 1e-6)))
        depth = blocks.page.elements.depth
        out.add(f"below_{name}", depth[blocks.parent] - depth[containers.element[top]])


def _descend(parent: NDArray[np.int32], prose: Floats) -> int:
    """Walk from the root into the child that holds most of the prose for as long as one does."""
    order = np.argsort(parent[1:], kind="stable") + 1
    bounds = np.searchsorted(parent[order], np.arange(len(parent) + 1))
    at = 0
    while True:
        children = order[bounds[at] : bounds[at + 1]]
        if not len(children):
            return at
        best = int(children[np.argmax(prose[children])])
        if prose[best] < 0.5 * prose[at] or prose[best] <= 0:
            return at
        at = best


def _groups(out: _Columns, blocks: Blocks, own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Blocks that look alike: cards, posts, rows, menu items; returns which block is in which group."""
    elements = blocks.page.elements
    parent = np.maximum(elements.parent, 0)
    signature = own * 31 + own[parent] * 17 + own[parent[parent]]
    deep = elements.tag.astype(np.int64) * 2_654_435_761 % 1_000_003 * (elements.depth.astype(np.int64) % 64 + 1)
    change = np.zeros(len(elements) + 1, np.int64)
    change[:-1] += deep
    np.subtract.at(change, elements.end, deep)
    path = np.cumsum(change)[:-1]
    words = blocks.units / _WORD
    groups: list[NDArray[np.int64]] = []
    for name, key in (("like", signature[blocks.parent]), ("trail", path[blocks.parent])):
        _, inverse, count = np.unique(key, return_inverse=True, return_counts=True)
        sums = np.bincount(inverse, words)
        mean = sums / count
        square = np.bincount(inverse, words * words) / count
        link = np.bincount(inverse, blocks.linked) / np.maximum(np.bincount(inverse, blocks.units), 1)
        spread = np.sqrt(np.maximum(square - mean * mean, 0))
        stops = np.bincount(inverse, blocks.column("stops")) / np.maximum(sums, 1)
        out.add(f"{name}_count", np.log1p(count)[inverse])
        out.add(f"{name}_mean", np.log1p(mean)[inverse])
        out.add(f"{name}_spread", np.log1p(spread)[inverse])
        out.add(f"{name}_share", (sums / max(float(sums.sum()), 1e-6))[inverse])
        out.add(f"{name}_linked", link[inverse])
        out.add(f"{name}_stops", stops[inverse])
        groups.append(inverse)
    return groups[0]


def _page(out: _Columns, blocks: Blocks) -> None:
    """What kind of page it is: the same numbers on every row."""
    elements = blocks.page.elements
    words = float(blocks.units.sum()) / _WORD
    size = len(blocks)
    facts = {
        "page_words": np.log1p(words),
        "page_blocks": np.log1p(size),
        "page_elements": np.log1p(len(elements)),
        "page_linked": float(blocks.linked.sum()) / max(float(blocks.units.sum()), 1.0),
        "page_longs": np.log1p(float((blocks.prose > LONG).sum())),
        "page_long_share": float(blocks.prose[blocks.prose > LONG].sum()) / max(float(blocks.prose.sum()), 1.0),
        "page_money": np.log1p(float(blocks.column("money").sum())),
        "page_digits": float(blocks.column("digits").sum()) / max(float(blocks.units.sum()), 1.0),
        "page_breaks": float(blocks.column("breaks").sum()) / max(float(blocks.units.sum()), 1.0),
        "page_main": float(blocks.within(Context.MAIN).any()),
        "page_named": len(elements.columns(["class"])[0]) / max(len(elements), 1),
    }
    for name, table in _COUNTED_TAGS.items():
        facts[f"page_{name}"] = np.log1p(float(table[elements.tag].sum()))
    for name, fact in facts.items():
        out.add(name, np.full(size, fact, np.float32))
