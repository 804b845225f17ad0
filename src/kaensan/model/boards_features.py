"""What is known about a group of look-alike elements: is it the bodies of the posts?

A row of numbers per group, all of them sums over ranges of rows or elements: how long and how varied the members are,
what stands inside them and what stands between them (a date, a short link that may be an author), how they are named.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.model.boards_groups import LIKENESSES, Groups, mixed
from kaensan.model.boards_rows import INNER, LEXICON, PLACES, Rows
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
    """The members of all groups with the sums over their rows."""

    def __init__(self, page: Page, rows: Rows, groups: Groups) -> None:
        elements = page.elements
        self.page, self.rows, self.groups, self.elements = page, rows, groups, elements
        self.member = groups.members
        self.start = groups.start[:-1]
        self.size = groups.size.astype(np.float64)
        self.at = rows.at
        self.page_sum = np.maximum(rows.total[-1], 1)
        self.per_element = rows.between(elements.first_text, elements.end_text)
        self.element_units = self.per_element[:, self.at["units"]]
        self.inside = self.per_element[self.member]
        """the sums over each member"""
        self.total = np.add.reduceat(self.inside, self.start)
        """the sums over each group"""
        self.units = np.maximum(self.inside[:, self.at["units"]], 1)
        self.group_units = np.maximum(self.total[:, self.at["units"]], 1)
        self.parent = np.maximum(elements.parent[self.member], 0)
        self.above = np.maximum(elements.parent[self.parent], 0)

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
    elements, at, groups = of.elements, of.at, of.groups
    log = np.log1p(of.inside[:, at["units"]])
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
        "dated": of.mean(of.inside[:, at["dates"]] > 0),
        "named": of.mean(of.inside[:, at["names"]] > 0),
        "page_units": ones * np.log1p(of.page_sum[at["units"]]),
        "page_dates": ones * np.log1p(of.page_sum[at["dates"]]),
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
    at, total, page_sum = of.at, of.total, of.page_sum
    counted = ["link", "digits", "stops", "breaks", "capitals", "repeated", "duplicate", "long", "heading", *PLACES]
    counted += [f"in_{kind}" for kind in INNER]
    features = {f"share_{name}": total[:, at[name]] / of.group_units for name in counted}
    for name in ("rows", "dates", "names", "control"):
        features[f"per_{name}"] = np.log1p(total[:, at[name]] / of.size)
    for name in ("units", "long", "dates", "names", "heading"):
        features[f"of_page_{name}"] = total[:, at[name]] / page_sum[at[name]]
    for name in ("of_page_long", "of_page_units"):
        several = features[name][of.groups.size > 1]
        features[f"{name}_most"] = features[name] - (several.max() if len(several) else 0.0)
    own = page_sum[at["units"]] - page_sum[at["link"]]
    features["of_page_text"] = (total[:, at["units"]] - total[:, at["link"]]) / np.maximum(own, 1)
    return features


def _surplus(of: _Members) -> dict[str, Floats]:
    """What the members hold beyond their largest child: a wrapper has little, a whole post has names and dates."""
    at = of.at
    largest = np.zeros_like(of.per_element)
    order = np.argsort(of.element_units, kind="stable")
    largest[np.maximum(of.elements.parent[order], 0)] = of.per_element[order]
    extra = of.inside - largest[of.member]
    sums = np.add.reduceat(extra, of.start)
    units = np.maximum(sums[:, at["units"]], 1)
    features = {
        "extra": sums[:, at["units"]] / of.group_units,
        "extra_dates": sums[:, at["dates"]] / of.size,
        "extra_spread": of.spread(extra[:, at["units"]] / of.units),
    }
    for name in ("link", "repeated", "long", "in_meta", "in_author"):
        features[f"extra_{name}"] = sums[:, at[name]] / units
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
    rows, groups, at, page_sum = of.rows, of.groups, of.at, of.page_sum
    begin, end = of.elements.first_text[of.member], of.elements.end_text[of.member]
    lasts = groups.start[1:] - 1
    first, last = begin[of.start], end[lasts]
    before, after = rows.total[first], rows.total[-1] - rows.total[last]
    whole = rows.between(first, last)
    between = whole - of.total
    gap_units = np.maximum(between[:, at["units"]], 1)

    # The gap after a member reaches to the next one; that after the last is left out.
    following = np.append(begin[1:], 0)
    following[lasts] = end[lasts]
    gap = rows.between(end, following)
    log = np.log1p(gap[:, at["units"]])
    inner = np.ones(len(log))
    inner[lasts] = 0
    gaps = np.maximum(groups.size - 1, 1).astype(np.float64)

    def mean(value: NDArray[np.generic]) -> Floats:
        result: Floats = np.add.reduceat(value.astype(np.float64) * inner, of.start) / gaps
        return result

    middle = mean(log)
    return {
        "before": before[:, at["units"]] / page_sum[at["units"]],
        "after": after[:, at["units"]] / page_sum[at["units"]],
        "before_long": before[:, at["long"]] / page_sum[at["long"]],
        "after_long": after[:, at["long"]] / page_sum[at["long"]],
        "before_heading": before[:, at["heading"]] / page_sum[at["heading"]],
        "before_dates": np.log1p(before[:, at["dates"]]),
        "after_dates": np.log1p(after[:, at["dates"]]),
        "gap_units": middle,
        "gap_spread": np.sqrt(mean((log - np.repeat(middle, groups.size)) ** 2)),
        "gap_dated": mean(gap[:, at["dates"]] > 0),
        "gap_dated_once": mean(gap[:, at["dates"]] == 1),
        "gap_dates": mean(gap[:, at["dates"]]),
        "gap_named": mean(gap[:, at["names"]] > 0),
        "gap_names": mean(np.log1p(gap[:, at["names"]])),
        "gap_empty": mean(gap[:, at["units"]] == 0),
        "gap_control": mean(gap[:, at["control"]] > 0),
        "gap_long": between[:, at["long"]] / page_sum[at["long"]],
        "gap_repeated": between[:, at["repeated"]] / gap_units,
        "gap_link": between[:, at["link"]] / gap_units,
        "covered": of.total[:, at["units"]] / np.maximum(whole[:, at["units"]], 1),
    }
