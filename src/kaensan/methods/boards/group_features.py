"""What is known about a group of look-alike elements: is it the bodies of the posts?

A row of numbers per group, all of them sums over ranges of rows or elements: how long and how varied the members are,
what stands inside them and what stands between them (a date, a short link that may be an author), how they are named.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.groups import LIKENESSES, Groups, mixed
from kaensan.methods.boards.rows import INNER, LEXICON, PLACES, Rows
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
    """The members of all groups; sums over their rows are made column by column, to bound the memory."""

    def __init__(self, page: Page, rows: Rows, groups: Groups) -> None:
        elements = page.elements
        self.page, self.rows, self.groups, self.elements = page, rows, groups, elements
        self.member = groups.members
        self.start = groups.start[:-1]
        self.size = groups.size.astype(np.float64)
        self.element_units = self.per_element("units")
        self.units = np.maximum(self.element_units[self.member], 1)
        self.group_units = np.maximum(self.total("units"), 1)
        self.parent = np.maximum(elements.parent[self.member], 0)
        self.above = np.maximum(elements.parent[self.parent], 0)

    def per_element(self, name: str) -> Floats:
        """The sum of a column over each element."""
        return self.rows.between(name, self.elements.first_text, self.elements.end_text)

    def inside(self, name: str) -> Floats:
        """The sum of a column over each member."""
        return self.per_element(name)[self.member]

    def total(self, name: str) -> Floats:
        """The sum of a column over each group."""
        sums: Floats = np.add.reduceat(self.inside(name), self.start)
        return sums

    def of_page(self, name: str) -> float:
        """The sum of a column over the page, at least 1."""
        return max(self.rows.sum(name), 1.0)

    def mean(self, value: NDArray[np.generic]) -> Floats:
        """The mean over the members of each group."""
        result: Floats = np.add.reduceat(value.astype(np.float64), self.start) / self.size
        return result

    def spread(self, value: Floats) -> Floats:
        """The standard deviation over the members of each group."""
        middle = np.repeat(self.mean(value), self.groups.size)
        result: Floats = np.sqrt(self.mean((value - middle) ** 2))
        return result


def _sizes(of: _Members) -> dict[str, Floats]:
    """How many, how long, how alike, how deep."""
    elements, groups = of.elements, of.groups
    log = np.log1p(of.inside("units"))
    child = np.zeros(len(elements))
    np.maximum.at(child, np.maximum(elements.parent, 0), of.element_units)
    direct = np.zeros(len(elements))
    np.add.at(direct, of.page.texts.parent, of.rows.units)
    outer = of.element_units[of.parent] / of.units
    within = (elements.end - np.arange(len(elements)))[of.member]
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
        "child": of.mean(child[of.member] / of.units),
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
    elements, groups = of.elements, of.groups
    total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed(of.rows.text), dtype=np.uint64)])
    said = total[elements.end_text[of.member]] - total[elements.first_text[of.member]]
    group = groups.group
    order = np.lexsort((said, group))
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(group[order]) != 0) | (np.diff(said[order]) != 0)
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
    largest = np.full(len(of.elements), -1, np.int64)
    order = np.argsort(of.element_units, kind="stable")
    largest[np.maximum(of.elements.parent[order], 0)] = order
    child = largest[of.member]

    def extra(name: str) -> Floats:
        column = of.per_element(name)
        return column[of.member] - np.where(child >= 0, column[child], 0.0)

    def total(name: str) -> Floats:
        sums: Floats = np.add.reduceat(extra(name), of.start)
        return sums

    units = total("units")
    features = {
        "extra": units / of.group_units,
        "extra_dates": total("dates") / of.size,
        "extra_spread": of.spread(extra("units") / of.units),
    }
    for name in ("link", "repeated", "long", "in_meta", "in_author"):
        features[f"extra_{name}"] = total(name) / np.maximum(units, 1)
    return features


def _names(of: _Members) -> dict[str, Floats]:
    named = of.rows.element_names
    features = {}
    for number, name in enumerate(LEXICON):
        features[f"name_{name}"] = of.mean(named[of.member, number])
        features[f"parent_name_{name}"] = of.mean(np.maximum(named[of.parent, number], named[of.above, number]))
    return features


def _tags(of: _Members) -> dict[str, Floats]:
    tag = of.elements.tag
    first, parent = of.member[of.start], of.parent[of.start]
    features = {}
    for name, tags in _TAG_FAMILIES.items():
        features[f"tag_{name}"] = tags[tag[first]].astype(np.float64)
        features[f"parent_tag_{name}"] = tags[tag[parent]].astype(np.float64)
    for number in range(LIKENESSES):
        features[f"likeness_{number}"] = (of.groups.likeness == number).astype(np.float64)
    return features


def _gaps(of: _Members) -> dict[str, Floats]:
    """What lies before, between and after the members of a group."""
    rows, groups = of.rows, of.groups
    begin, end = of.elements.first_text[of.member], of.elements.end_text[of.member]
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
