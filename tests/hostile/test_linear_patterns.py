"""No text makes a regular expression of Kaensan slow: each has a proof that it is linear, or a written reason."""

from __future__ import annotations

import re

import pytest
from linear_patterns import find_attack
from source_patterns import inline_patterns, module_names, module_patterns

from kaensan.methods.core import policy

REASONS = {
    "kaensan.page.markup._TAG": "every repeat in it is possessive, so nothing that was read is given back",
    "kaensan.page.script_texts._QUOTED": "matches whatever follows a quote: nothing is read twice",
    "kaensan.page.lenient_json._ENDS": "only ever matched, each time where the last match ended",
    "kaensan.serve.openapi._PARAMETER": "reads the addresses of our own table of endpoints",
    "kaensan.sites.user_rules._TOML_TABLE": "reads one line of the user's own rules",
}
"""patterns without a proof, and why they do no harm"""

PUT_TOGETHER = {
    "kaensan.crawl.scope._included": "the user's own globs, on addresses of bounded length",
    "kaensan.crawl.scope._excluded": "the user's own globs, on addresses of bounded length",
    "kaensan.metadata.marks.__init__": "constants of other modules, which are proved there",
    "kaensan.methods.core.policy._pattern": "proved below for every kind",
    "kaensan.thai.clusters._compile": "makes a constant, which is proved as such",
}
"""functions that put a pattern together, and why it is linear"""


@pytest.mark.parametrize("module", module_names())
def test_every_pattern_is_linear(module: str) -> None:
    slow = {
        found.name: (find_attack(found.pattern, anywhere=found.anywhere), found.pattern.pattern)
        for found in module_patterns(module)
        if found.name not in REASONS and find_attack(found.pattern, anywhere=found.anywhere) is not None
    }
    assert slow == {}


@pytest.mark.parametrize("module", module_names())
def test_every_pattern_inside_a_function_is_linear(module: str) -> None:
    for place, found in inline_patterns(module):
        if found is None:
            assert place in PUT_TOGETHER
        else:
            assert find_attack(found.pattern, anywhere=found.anywhere) is None, place


@pytest.mark.parametrize("kind", sorted(policy._NAMES))
def test_the_patterns_of_a_policy_are_linear(kind: str) -> None:
    assert find_attack(policy._pattern(kind)) is None


def test_the_patterns_are_seen() -> None:
    found = [one.name for module in module_names() for one in module_patterns(module)]
    assert len(found) > 150
    assert {*REASONS} <= {*found}
    assert "kaensan.metadata.marks.NAMES" in found  # patterns inside an object


SLOW = {
    "spaces twice": r'"@type"\s*:\s*\[?\s*"',
    "a start that runs on": r"<title(?:\s[^>]*)?>",
    "an end that may be missing": r"[#]+$",
    "a repeat in a repeat": r"(a+)+b",
    "alternatives that overlap": r"(?:a|ab|b)*c",
    "many but counted": r"<meta\s[^>]{0,1000}?charset",
    "a look ahead that runs on": r"a(?=[^b]*b)",
}
LINEAR = {
    "spaces once": r'"@type"\s*+:\s*+(?:\[\s*+)?"',
    "a start that stops at the next": r"<title(?:\s[^<>]*+)?>",
    "a run that is entered at its start": r"(?<!#)#+$",
    "letters": r"[a-z]+",
    "a word with an end": r"\b[a-z]+\b",
    "few": r"\d{1,4}-\d{1,2}",
    "the same again": r"(['\"])x\1",
}


@pytest.mark.parametrize("pattern", SLOW.values(), ids=SLOW.keys())
def test_a_slow_pattern_is_found_and_its_attack_works(pattern: str) -> None:
    word = find_attack(re.compile(pattern))
    assert word


@pytest.mark.parametrize("pattern", LINEAR.values(), ids=LINEAR.keys())
def test_a_linear_pattern_is_proved(pattern: str) -> None:
    assert find_attack(re.compile(pattern)) is None


def test_what_is_only_matched_at_one_place_need_not_be_linear_to_search_for() -> None:
    pattern = re.compile(r"\s+x")
    assert find_attack(pattern) is not None
    assert find_attack(pattern, anywhere=False) is None
