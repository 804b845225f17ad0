"""What is known about a group of look-alike elements: is it the bodies of the posts?

A row of numbers per group, all of them sums over ranges of rows or elements: how long and how varied the members are,
what stands inside them and what stands between them (a date, a short link that may be an author), how they are named.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.groups import LIKENESSES, Groups, mixed
from kaensan.methods.boards.loops import combined, group_totals, largest_children
from kaensan.methods.boards.rows import COLUMNS, INNER, LEXICON, PLACES, Rows
from kaensan.page import Page
from kaensan.page.tags import family

__all__ = ["group_features"]

Floats = NDArray[np.float64]

_TAG_FAMILIES = {
    "div": family("div section main center"),
    "cell": family("td th"),
    "row": family("tr tbody table"),
    "item": family("li dd dt"),
    "list": family("ul ol dl"),
    "paragraph": family("p pre"),
    "quote": family("blockquote q"),
    "article": family("article"),
    "heading": family("h1 h2 h3 h4 h5 h6"),
    "link": family("a"),
    "inline": family("span b strong i em u font small label code time abbr cite"),
    "form": family("form fieldset button select option textarea input label"),
}
_TAG_TABLE = np.array(list(_TAG_FAMILIES.values()), np.float64)
"""a row per family, a column per tag"""


def group_features(page: Page, rows: Rows, groups: Groups) -> dict[str, Floats]:
    """The features of every group by name."""
    members = _Members(page, rows, groups)
    return {
        **_sizes(members),
        **_shares(members),
        **_surplus(members),
        **_names(members),
        **_tags(members),
        **_gaps(members),
    }


class _Members:
    """The members of all groups; what is made of them is made column by column, to bound the memory."""

    def __init__(self, page: Page, rows: Rows, groups: Groups) -> None:
        elements = page.elements
        self.page, self.rows, self.groups, self.elements = page, rows, groups, elements
        self.member = groups.members
        self.start = groups.start[:-1]
        self.size = groups.size.astype(np.float64)
        self.first, self.end = elements.first_text[self.member], elements.end_text[self.member]
        self.element_units = rows.between("units", elements.first_text, elements.end_text)
        self.inside_units = self.element_units[self.member]
        self.units = np.maximum(self.inside_units, 1)
        self.parent = np.maximum(elements.parent[self.member], 0)
        self.above = np.maximum(elements.parent[self.parent], 0)
        self.largest = largest_children(elements.parent, self.element_units)
        sums, beyond = group_totals(
            rows.totals, elements.first_text, elements.end_text, self.largest, groups.members, groups.start
        )
        self._total: dict[str, Floats] = dict(zip(COLUMNS, sums, strict=True))
        self._surplus: dict[str, Floats] = dict(zip(COLUMNS, beyond, strict=True))
        self.group_units = np.maximum(self.total("units"), 1)

    def inside(self, name: str) -> Floats:
        """The sum of a column over each member."""
        return self.rows.between(name, self.first, self.end)

    def total(self, name: str) -> Floats:
        """The sum of a column over each group."""
        return self._total[name]

    def surplus(self, name: str) -> Floats:
        """The sum of a column over what the members of each group hold beyond their largest children."""
        return self._surplus[name]

    def of_page(self, name: str) -> float:
        """The sum of a column over the page, at least 1."""
        return max(self.rows.sum(name), 1.0)

    def mean(self, value: NDArray[np.generic]) -> Floats:
        """The mean over the members of each group."""
        result: Floats = np.add.reduceat(value.astype(np.float64, copy=False), self.start) / self.size
        return result

    def spread(self, value: Floats) -> Floats:
        """The standard deviation over the members of each group."""
        middle = np.repeat(self.mean(value), self.groups.size)
        result: Floats = np.sqrt(self.mean((value - middle) ** 2))
        return result


def _sizes(of: _Members) -> dict[str, Floats]:
    """How many, how long, how alike, how deep."""
    elements, groups = of.elements, of.groups
    log = np.log1p(of.inside_units)
    child = of.largest[of.member]
    in_child = np.where(child >= 0, of.element_units[child], 0.0)
    direct = np.bincount(of.page.texts.parent, of.rows.units, len(elements))
    outer = of.element_units[of.parent] / of.units
    within = elements.end[of.member] - of.member
    ones = np.ones(len(groups))
    return {
        "size": np.log1p(of.size),
        "single": (of.size == 1).astype(np.float64),
        "same_size": np.log1p(np.bincount(groups.size)[groups.size]),
        "with_text": of.size / np.maximum(groups.siblings, 1),
        "units": of.mean(log),
        "units_spread": of.spread(log),
        "units_most": np.maximum.reduceat(log, of.start),
        "units_least": np.minimum.reduceat(log, of.start),
        "elements": of.mean(np.log1p(within)),
        "child": of.mean(in_child / of.units),
        "direct": of.mean(direct[of.member] / of.units),
        "parent": of.mean(np.log(np.maximum(outer, 1))),
        "parent_more": of.mean(outer > 1.05),
        "parent_shared": of.mean(outer > 2.5),
        "grandparent": of.mean(np.log(np.maximum(of.element_units[of.above] / of.units, 1))),
        "depth": of.mean(elements.depth[of.member]),
        "distinct": _distinct_share(of),
        "dated": of.mean(of.inside("dates") > 0),
        "named": of.mean(of.inside("names") > 0),
        "page_units": ones * np.log1p(of.of_page("units")),
        "page_dates": ones * np.log1p(of.of_page("dates")),
        "page_elements": ones * np.log1p(len(elements)),
    }


def _distinct_share(of: _Members) -> Floats:
    """How many of the members of a group say something that no other member says."""
    groups = of.groups
    total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed(of.rows.text), dtype=np.uint64)])
    said = total[of.end] - total[of.first]
    group = groups.group
    text = combined(group, said.view(np.int64))  # of a group: the same text in another one is another
    order = np.argsort(text)
    new = np.ones(len(order), np.bool_)
    new[1:] = np.diff(text[order]) != 0
    share: Floats = np.bincount(group[order], new, len(groups)) / groups.size
    return share


def _shares(of: _Members) -> dict[str, Floats]:
    """What the text of a group is made of, and how much of the page it is."""
    counted = ["link", "digits", "stops", "breaks", "capitals", "repeated", "duplicate", "long", "heading", *PLACES]
    counted += [f"in_{kind}" for kind in INNER]
    features = {f"share_{name}": of.total(name) / of.group_units for name in counted}
    for name in ("rows", "dates", "names", "control"):
        features[f"per_{name}"] = np.log1p(of.total(name) / of.size)
    for name in ("units", "long", "dates", "names", "heading"):
        features[f"of_page_{name}"] = of.total(name) / of.of_page(name)
    for name in ("of_page_long", "of_page_units"):
        several = features[name][of.groups.size > 1]
        features[f"{name}_most"] = features[name] - (several.max() if len(several) else 0.0)
    own = of.of_page("units") - of.of_page("link")
    features["of_page_text"] = (of.total("units") - of.total("link")) / max(own, 1.0)
    return features


def _surplus(of: _Members) -> dict[str, Floats]:
    """What the members hold beyond their largest child: a wrapper has little, a whole post has names and dates."""
    child = of.largest[of.member]
    extra = of.inside_units - np.where(child >= 0, of.element_units[child], 0.0)
    units = of.surplus("units")
    features = {
        "extra": units / of.group_units,
        "extra_dates": of.surplus("dates") / of.size,
        "extra_spread": of.spread(extra / of.units),
    }
    for name in ("link", "repeated", "long", "in_meta", "in_author"):
        features[f"extra_{name}"] = of.surplus(name) / np.maximum(units, 1)
    return features


def _names(of: _Members) -> dict[str, Floats]:
    named = of.rows.element_names
    own = np.add.reduceat(named[of.member], of.start, dtype=np.int64).T / of.size
    around = np.add.reduceat(named[of.parent] | named[of.above], of.start, dtype=np.int64).T / of.size
    return {
        **{f"name_{name}": column for name, column in zip(LEXICON, own, strict=True)},
        **{f"parent_name_{name}": column for name, column in zip(LEXICON, around, strict=True)},
    }


def _tags(of: _Members) -> dict[str, Floats]:
    tag = of.elements.tag
    own, parent = _TAG_TABLE[:, tag[of.member[of.start]]], _TAG_TABLE[:, tag[of.parent[of.start]]]
    alike = (of.groups.likeness == np.arange(LIKENESSES)[:, None]).astype(np.float64)
    return {
        **{f"tag_{name}": column for name, column in zip(_TAG_FAMILIES, own, strict=True)},
        **{f"parent_tag_{name}": column for name, column in zip(_TAG_FAMILIES, parent, strict=True)},
        **{f"likeness_{number}": column for number, column in enumerate(alike)},
    }


def _gaps(of: _Members) -> dict[str, Floats]:
    """What lies before, between and after the members of a group."""
    rows, groups = of.rows, of.groups
    begin, end = of.first, of.end
    lasts = groups.start[1:] - 1
    first, last = begin[of.start], end[lasts]
    start, stop = np.zeros_like(first), np.full_like(last, len(of.page.texts))

    # The gap after a member reaches to the next one; that after the last is left out.
    following = np.append(begin[1:], 0)
    following[lasts] = end[lasts]
    inner = np.ones(len(end))
    inner[lasts] = 0
    gaps = np.maximum(groups.size - 1, 1).astype(np.float64)

    def mean(value: NDArray[np.generic]) -> Floats:
        result: Floats = np.add.reduceat(value.astype(np.float64) * inner, of.start) / gaps
        return result

    def between(name: str) -> Floats:
        return rows.between(name, first, last) - of.total(name)

    log = np.log1p(rows.between("units", end, following))
    dates, names = rows.between("dates", end, following), rows.between("names", end, following)
    middle = mean(log)
    gap_units = np.maximum(between("units"), 1)
    return {
        "before": rows.between("units", start, first) / of.of_page("units"),
        "after": rows.between("units", last, stop) / of.of_page("units"),
        "before_long": rows.between("long", start, first) / of.of_page("long"),
        "after_long": rows.between("long", last, stop) / of.of_page("long"),
        "before_heading": rows.between("heading", start, first) / of.of_page("heading"),
        "before_dates": np.log1p(rows.between("dates", start, first)),
        "after_dates": np.log1p(rows.between("dates", last, stop)),
        "gap_units": middle,
        "gap_spread": np.sqrt(mean((log - np.repeat(middle, groups.size)) ** 2)),
        "gap_dated": mean(dates > 0),
        "gap_dated_once": mean(dates == 1),
        "gap_dates": mean(dates),
        "gap_named": mean(names > 0),
        "gap_names": mean(np.log1p(names)),
        "gap_empty": mean(log == 0),
        "gap_control": mean(rows.between("control", end, following) > 0),
        "gap_long": between("long") / of.of_page("long"),
        "gap_repeated": between("repeated") / gap_units,
        "gap_link": between("link") / gap_units,
        "covered": of.total("units") / np.maximum(rows.between("units", first, last), 1),
    }
