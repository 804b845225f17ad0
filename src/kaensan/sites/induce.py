"""Rules from labelled pages: the fourth paper's decision tree over containers, grown along its one useful branch.

Every split asks whether a text lies in a container of some name (tag, class, id, stated role, or its place in a named
one), with conditions on place and density where the name alone fits too much. The first split is the container that
holds the content; those after it take away what inside it is not, or add what outside it is. The split that raises
the mean F1 with the labels most comes first, and growing ends when none raises it enough. That makes a rule of a few
lines: in this, without those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.page import Context
from kaensan.page.tags import BLOCK, family
from kaensan.sites.conditions import features, grow
from kaensan.sites.labelled import HAND, LabelledPage
from kaensan.sites.rules import Clause, TextRule
from kaensan.sites.selector import names_of

__all__ = ["InduceOptions", "Induction", "agreement", "induce_text"]

Floats = NDArray[np.float64]

_PLAIN_INLINE = family("a b i em strong u br hr font img")
_TELLING = frozenset({"article", "main", "aside", "nav", "header", "footer", "form", "figure"})
_MOST_ELEMENTS = 20_000


@dataclass(frozen=True)
class InduceOptions:
    """When a rule is good enough, and how long it may get."""

    fewest: int = 3
    """pages that it takes"""
    fewest_by_method: int = 5
    """pages that it takes where a method labelled them"""
    agreement: float = 0.9
    """the F1 with the labels that a rule has to reach, mean over the pages it fits"""
    agreement_by_method: float = 0.95
    """the same where a method labelled them"""
    typical: float = 0.97
    """what it has to reach on the half of the pages that the method is surest of"""
    coverage: float = 0.6
    """the share of the pages that it has to fit"""
    gain: float = 0.003
    """the F1 that a split after the first has to add"""
    pure: float = 0.8
    """the share of the text that a split after the first moves to its right side"""
    splits: int = 8


@dataclass
class _Sample:
    """A labelled page with the names of its containers."""

    labelled: LabelledPage
    name: NDArray[np.int64]
    """number of the name, one entry for each outermost element of that name"""
    element: NDArray[np.int64]

    @cached_property
    def length(self) -> Floats:
        texts = self.labelled.page.texts
        readable = texts.visible & ~texts.within(Context.CONTROL)
        return np.where(readable, texts.length, 0).astype(np.float64)

    @cached_property
    def wanted(self) -> NDArray[np.bool_]:
        return self.labelled.kept & (self.length > 0)

    @cached_property
    def total(self) -> float:
        return float(self.length[self.wanted].sum())

    def inside(self, rows: NDArray[np.bool_], names: int) -> Floats:
        """For every name the length of the given rows that lie in elements of that name."""
        sums = np.concatenate([[0.0], np.cumsum(self.length * rows)])
        elements = self.labelled.page.elements
        per_element = sums[elements.end_text[self.element]] - sums[elements.first_text[self.element]]
        inside: Floats = np.bincount(self.name, per_element, names).astype(np.float64)
        return inside

    def times(self, names: int) -> NDArray[np.int64]:
        return np.bincount(self.name, minlength=names)


@dataclass(frozen=True)
class _Names:
    samples: list[_Sample]
    names: list[str]


def agreement(found: NDArray[np.bool_], wanted: NDArray[np.bool_], length: NDArray[np.generic]) -> float:
    """F1 between two choices of rows, by characters; 1 when both are empty."""
    size = np.asarray(length, np.float64)
    both, one, other = size[found & wanted].sum(), size[found].sum(), size[wanted].sum()
    return float(2 * both / (one + other)) if one + other else 1.0


@dataclass(frozen=True)
class Induction:
    """What came of the attempt to learn a rule for the main text."""

    rule: TextRule | None
    """None where no short rule agrees well enough, and `why` says so"""
    agreement: float = 0.0
    """F1 with the labels, mean over the pages that the rule fits"""
    fits: int = 0
    """pages on which the rule gives a single result"""
    why: str = ""


def induce_text(pages: Sequence[LabelledPage], options: InduceOptions | None = None) -> Induction:
    """The rule for the main text of labelled pages."""
    options = options or InduceOptions()
    usable = [page for page in pages if page.kept.any()]
    by_hand = all(page.by == HAND for page in usable)
    fewest = options.fewest if by_hand else options.fewest_by_method
    if len(usable) < fewest:
        return Induction(None, why=f"{len(usable)} labelled pages are too few; it takes {fewest}")
    known = _name_containers(usable)
    first = _first_split(known, options)
    if first is None:
        return Induction(None, why="no container of the pages holds most of the content")
    rule = _grown(known, first, options)
    results = [(page, rule.apply(page.page)) for page in usable]
    fitting = [(page, result.rows) for page, result in results if result.rows is not None]
    if len(fitting) < options.coverage * len(usable):
        return Induction(None, why=f"the best rule ({rule}) fits only {len(fitting)} of {len(usable)} pages")
    scores = np.array([agreement(rows, page.kept, page.page.texts.length) for page, rows in fitting])
    why = _too_weak(scores, [page for page, _ in fitting], by_hand, options)
    if why:
        return Induction(None, why=f"the best rule ({rule}) {why}")
    shortest = min(int(page.page.texts.length[rows].sum()) for page, rows in fitting)
    return Induction(replace(rule, shortest=shortest), float(scores.mean()), len(fitting))


def _too_weak(scores: Floats, pages: Sequence[LabelledPage], by_hand: bool, options: InduceOptions) -> str:
    """Why a rule with these agreements is not good enough; nothing where it is."""
    wanted = options.agreement if by_hand else options.agreement_by_method
    if scores.mean() < wanted:
        return f"agrees with the labels by {scores.mean():.3f}; it takes {wanted}"
    if by_hand:
        return ""
    surest = np.argsort([page.confidence for page in pages], kind="stable")[len(pages) // 2 :]
    if scores[surest].mean() < options.typical:
        return f"agrees with the surest labels by {scores[surest].mean():.3f}; it takes {options.typical}"
    return ""


def _name_containers(pages: Sequence[LabelledPage]) -> _Names:
    numbers: dict[str, int] = {}
    samples: list[_Sample] = []
    for labelled in pages:
        elements = labelled.page.elements
        named = ~_PLAIN_INLINE[elements.tag] & (elements.end_text > elements.first_text)
        named &= BLOCK[elements.tag] | np.fromiter((len(one) > 0 for one in elements.attrs), np.bool_, len(elements))
        end = elements.end.tolist()
        reached: dict[int, int] = {}
        name: list[int] = []
        element: list[int] = []
        for row in np.flatnonzero(named)[:_MOST_ELEMENTS].tolist():
            for one in dict.fromkeys(names_of(elements, row)):
                number = numbers.setdefault(one, len(numbers))
                if reached.get(number, -1) <= row:
                    reached[number] = end[row]
                    name.append(number)
                    element.append(row)
        samples.append(_Sample(labelled, np.array(name, np.int64), np.array(element, np.int64)))
    return _Names(samples, list(numbers))


def _first_split(known: _Names, options: InduceOptions) -> Clause | None:
    """The container of the content: the name, with conditions if need be, that agrees best with the labels."""
    count = len(known.names)
    f1, times = np.zeros((len(known.samples), count)), np.zeros((len(known.samples), count), np.int64)
    for number, sample in enumerate(known.samples):
        everything = np.ones(len(sample.length), np.bool_)
        inside, right = sample.inside(everything, count), sample.inside(sample.wanted, count)
        f1[number] = 2 * right / np.maximum(inside + sample.total, 1)
        times[number] = sample.times(count)
    preference = np.array([_preference(name) for name in known.names])
    several = (times > 1).sum(axis=0) > 0.2 * np.maximum((times > 0).sum(axis=0), 1)
    usable = several | (times == 1)
    score = np.where(usable, f1, 0).mean(axis=0) + preference - 0.02 * several
    best = int(np.argmax(score))
    clause, reached = Clause(known.names[best], many=bool(several[best])), float(score[best])
    for number in np.argsort(-score)[:30].tolist():
        if times[:, number].max() > 1:
            narrowed = _with_conditions(known, number)
            if narrowed and narrowed[1] + preference[number] > reached + 0.02:
                clause, reached = narrowed[0], narrowed[1] + float(preference[number])
    return clause if reached > 0.3 else None


def _preference(name: str) -> float:
    """Names that say what they name are preferred, a little, and a container to each of its paragraphs.

    A bare tag says nothing, unless it is made for content.
    """
    if " " in name:
        return -0.02
    if "#" in name or "[" in name:
        return 0.004
    if "." in name or name in ("article", "main"):
        return 0.003
    return -1.0


def _is_named(name: str) -> bool:
    """Whether a name says what it names: not a bare `p`, nor any `p` inside something."""
    return any(mark in name for mark in ".#[") or name in _TELLING


def _with_conditions(known: _Names, number: int) -> tuple[Clause, float] | None:
    """A name with the conditions that tell, on each page, the best of its elements from the others."""
    tables: list[Floats] = []
    wanted: list[NDArray[np.bool_]] = []
    scores: list[Floats] = []
    for sample in known.samples:
        rows = sample.element[sample.name == number].tolist()
        if not rows:
            continue
        page = sample.labelled.page
        right = np.concatenate([[0.0], np.cumsum(sample.length * sample.wanted)])
        size = np.concatenate([[0.0], np.cumsum(sample.length)])
        first, end = page.elements.first_text[rows], page.elements.end_text[rows]
        f1 = 2 * (right[end] - right[first]) / np.maximum(size[end] - size[first] + sample.total, 1)
        tables.append(features(page, rows))
        scores.append(f1)
        wanted.append((f1 == f1.max()) & (np.cumsum(f1 == f1.max()) == 1) & (f1 > 0.3))
    if not tables:
        return None
    where = grow(np.concatenate(tables), np.concatenate(wanted))
    if not where:
        return None
    total = 0.0
    for table, f1 in zip(tables, scores, strict=True):
        holds = np.logical_and.reduce([condition.holds(table) for condition in where])
        total += float(f1[holds][0]) if holds.sum() == 1 else 0.0
    return Clause(known.names[number], where), total / len(known.samples)


def _grown(known: _Names, first: Clause, options: InduceOptions) -> TextRule:
    """The rule with further splits: what to leave out inside, what to add outside."""
    rule = TextRule((first,))
    fits = [(sample, rule.apply(sample.labelled.page).rows) for sample in known.samples]
    current = [(sample, rows) for sample, rows in fits if rows is not None]
    if not current:
        return rule
    dropped = [np.zeros(len(rows), np.bool_) for _, rows in current]
    named = np.array([_is_named(name) for name in known.names])
    least = max(2, round(0.2 * len(current)))
    for _ in range(options.splits):
        best = _best_further_split(current, dropped, named, least, options)
        if best is None:
            break
        number, adds = best
        name = known.names[number]
        rule = (
            replace(rule, keep=(*rule.keep, Clause(name, many=True)))
            if adds
            else replace(rule, drop=(*rule.drop, name))
        )
        for at, (sample, rows) in enumerate(current):
            moved = _rows_in(sample, number)
            if adds:
                current[at] = sample, rows | (moved & ~dropped[at])
            else:
                current[at], dropped[at] = (sample, rows & ~moved), dropped[at] | moved
    return rule


def _rows_in(sample: _Sample, number: int) -> NDArray[np.bool_]:
    elements = sample.labelled.page.elements
    rows = np.zeros(len(sample.length), np.bool_)
    for element in sample.element[sample.name == number].tolist():
        rows[elements.first_text[element] : elements.end_text[element]] = True
    return rows


def _best_further_split(
    current: list[tuple[_Sample, NDArray[np.bool_]]],
    dropped: list[NDArray[np.bool_]],
    named: NDArray[np.bool_],
    least: int,
    options: InduceOptions,
) -> tuple[int, bool] | None:
    """The name whose texts are best taken away (False) or added (True)."""
    count = len(named)
    gain = np.zeros((2, count))
    right, moved = np.zeros((2, count)), np.zeros((2, count))
    pages = np.zeros((2, count), np.int64)
    for (sample, rows), gone in zip(current, dropped, strict=True):
        wanted = sample.wanted
        good, size = float(sample.length[rows & wanted].sum()), float(sample.length[rows].sum())
        before = 2 * good / max(size + sample.total, 1)
        for adds, free in ((0, rows), (1, ~rows & ~gone)):
            text, of_them = sample.inside(free, count), sample.inside(free & wanted, count)
            sign = 1 if adds else -1
            after = 2 * (good + sign * of_them) / np.maximum(size + sign * text + sample.total, 1)
            gain[adds] += after - before
            moved[adds] += text
            right[adds] += of_them if adds else text - of_them
            pages[adds] += text > 0
    gain /= len(current)
    good_enough = named & (pages >= least) & (right >= options.pure * np.maximum(moved, 1)) & (gain >= options.gain)
    if not good_enough.any():
        return None
    adding, number = np.unravel_index(int(np.argmax(np.where(good_enough, gain, -1))), gain.shape)
    return int(number), bool(adding)
