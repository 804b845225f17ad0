"""The causes that a person can use: some twenty groups of features."""

from __future__ import annotations

__all__ = ["CAUSES", "cause_of"]

CAUSES = (
    *("links", "length", "main_block", "alike", "names", "title", "description", "heading", "punctuation", "digits"),
    *("writing", "element", "landmark", "hidden", "position", "around", "neighbours", "repeats", "thread", "stated"),
    *("page", "demand"),
)
"""Their names; the last two are what all texts of a page share."""

_FEATURES: dict[str, str] = {
    "links": "linked links linked~1 linked~3 linked~8 anchor_ratio@0 linked@0 links@0",
    "length": "words prose rows words@0 mean@0 spread@0 blocks@0 longs@0",
    "title": "in_title since_title until_title",
    "description": "in_description",
    "heading": "heading heading~1 since_heading until_heading since_h1 until_h1 headings@0",
    "punctuation": "stops stop_count stops@0",
    "digits": "digits money digits@0 money@0",
    "writing": "separators capitals breaks separators@0 breaks@0",
    "element": "tag inline_tag list table code quote preformatted figure control form tag@0",
    "landmark": "nav header footer aside main article since_nav until_nav since_footer until_footer",
    "hidden": "noscript collapsed aria_hidden invisible",
    "position": "index remaining position index_in_parent place_in_parent depth_jump depth_jump_next before@0 after@0",
    "neighbours": "prose~1 prose~3 prose~8 ttr~1 ttr~3 ttr~8 ttr_slope since_long until_long",
    "repeats": "repeats",
    "stated": "in_stated_body",
}
_BY_NAME = {name: cause for cause, names in _FEATURES.items() for name in names.split()}
_BY_START = (
    ("up_to_", "main_block"),
    ("side_of_", "main_block"),
    ("gap_to_", "main_block"),
    ("blocks_to_", "main_block"),
    ("below_", "main_block"),
    ("like_", "alike"),
    ("trail_", "alike"),
    ("alike@", "alike"),
    ("path", "names"),
    ("token@", "names"),
    ("thread_", "thread"),
    ("page_", "page"),
    ("type_", "page"),
)


def cause_of(feature: str) -> str:
    """The cause that a feature belongs to; what is known of the elements around a block is one of its own."""
    if cause := _BY_NAME.get(feature):
        return cause
    for start, cause in _BY_START:
        if feature.startswith(start):
            return cause
    return "around"
