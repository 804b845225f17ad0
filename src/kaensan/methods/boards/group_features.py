"""What is known about a group of look-alike elements: is it the bodies of the posts?

A column of numbers per group, all of them sums over ranges of rows or elements: how long and how varied the members
are, what stands inside them and what stands between them (a date, a short link that may be an author), how they are
named.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.feature_table import FeatureTable
from kaensan.methods.boards.group_columns import (
    fill_gaps,
    fill_names,
    fill_shares,
    fill_sizes,
    fill_surplus,
    fill_tags,
    known_elements,
    sum_groups,
)
from kaensan.methods.boards.groups import Groups
from kaensan.methods.boards.look_alikes import LIKENESSES, count_distinct
from kaensan.methods.boards.rows import COLUMNS, INNER, LEXICON, PLACES, Rows
from kaensan.page import Page
from kaensan.page.tags import family

__all__ = ["NAMES", "group_features"]

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
_TAG_BITS = np.array(list(_TAG_FAMILIES.values()), np.int32).T @ (1 << np.arange(len(_TAG_FAMILIES), dtype=np.int32))
"""per tag the families that it is of, a bit each"""

_SIZES = (
    *("size", "single", "same_size", "with_text", "units", "units_spread", "units_most", "units_least", "elements"),
    *("child", "direct", "parent", "parent_more", "parent_shared", "grandparent", "depth", "distinct", "dated"),
    "named",
)
_OF_PAGE = ("page_units", "page_dates", "page_elements")
_COUNTED = (
    *("link", "digits", "stops", "breaks", "capitals", "repeated", "duplicate", "long", "heading", *PLACES),
    *(f"in_{kind}" for kind in INNER),
)
_SHARES = (
    *(f"share_{name}" for name in _COUNTED),
    *(f"per_{name}" for name in ("rows", "dates", "names", "control")),
    *(f"of_page_{name}" for name in ("units", "long", "dates", "names", "heading", "long_most", "units_most", "text")),
)
_BEYOND = ("link", "repeated", "long", "in_meta", "in_author")
_SURPLUS = ("extra", "extra_dates", "extra_spread", *(f"extra_{name}" for name in _BEYOND))
_NAMED = (*(f"name_{part}" for part in LEXICON), *(f"parent_name_{part}" for part in LEXICON))
_TAGS = (*(f"tag_{name}" for name in _TAG_FAMILIES), *(f"parent_tag_{name}" for name in _TAG_FAMILIES))
_LIKE = tuple(f"likeness_{number}" for number in range(LIKENESSES))
_GAPS = (
    *("before", "after", "before_long", "after_long", "before_heading", "before_dates", "after_dates", "gap_units"),
    *("gap_spread", "gap_dated", "gap_dated_once", "gap_dates", "gap_named", "gap_names", "gap_empty", "gap_control"),
    *("gap_long", "gap_repeated", "gap_link", "covered"),
)

NAMES = (*_SIZES, *_OF_PAGE, *_SHARES, *_SURPLUS, *_NAMED, *_TAGS, *_LIKE, *_GAPS)
"""The features of a group, in the order of their rows."""

_ENDS = list(accumulate(map(len, (_SIZES, _OF_PAGE, _SHARES, _SURPLUS, _NAMED, _TAGS, _LIKE, _GAPS)), initial=0))
_COUNTED_AT = np.array([COLUMNS.index(name) for name in _COUNTED], np.int32)
_BEYOND_AT = np.array([COLUMNS.index(name) for name in _BEYOND], np.int32)
_UNITS, _DATES = COLUMNS.index("units"), COLUMNS.index("dates")
_WAYS = np.arange(LIKENESSES)[:, None]


def group_features(page: Page, rows: Rows, groups: Groups) -> FeatureTable:
    """The features of every group by name."""
    elements, totals = page.elements, rows.totals
    first, end, parent = elements.first_text, elements.end_text, elements.parent
    members, start, most = groups.members, groups.start, int(groups.size.max())
    of_page = np.maximum(totals[-1], 1.0)
    known, largest = known_elements(totals, parent, first, end, elements.end, elements.depth, page.texts.parent)
    sums = sum_groups(totals, first, end, members, start)
    distinct = count_distinct(members, start, most, first, end, rows.text)
    values = np.empty((len(NAMES), len(groups)))
    sizes, stated, shares, surplus, named, tags, like, gaps = (values[begin:stop] for begin, stop in pairwise(_ENDS))
    fill_sizes(known, members, start, most, groups.siblings, distinct, sizes, surplus[2])
    stated[:] = np.log1p([[of_page[_UNITS]], [of_page[_DATES]], [len(elements)]])
    fill_shares(sums, of_page, start, _COUNTED_AT, shares)
    fill_surplus(totals, (first, end, largest), sums, members, start, _BEYOND_AT, surplus)
    fill_names(rows.kinds, parent, members, start, len(LEXICON), named)
    fill_tags(elements.tag, parent, members[start[:-1]], _TAG_BITS, len(_TAG_FAMILIES), tags)
    like[:] = groups.likeness == _WAYS
    fill_gaps(totals, of_page, sums, first, end, members, start, most, gaps)
    return FeatureTable(NAMES, values)
