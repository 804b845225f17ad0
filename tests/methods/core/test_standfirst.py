"""The sentence under the headline is part of an article whose head or markup says that it is one."""

from __future__ import annotations

import numpy as np
import pytest

from kaensan.methods.core.method import Core, CoreEvidence, situation_of
from kaensan.methods.core.standfirst import standfirst_blocks
from kaensan.page import parse

DECK = "After the third flood in ten years the town wants a higher bridge"
STORY = "The river rose by two metres overnight, and the old bridge was closed to all traffic before dawn. " * 3


def found(name: str = "", description: str = "", chance: float = 0.5) -> list[int]:
    stated = f"<meta property=og:title content='Two metres'><meta name=description content='{description}'>"
    paragraphs = f"<p>{STORY}</p>" * 3
    body = f"<article><h1>Two metres</h1><div class='{name}'>{DECK}</div>{paragraphs}</article>"
    head = f"<title>Two metres</title>{stated}"
    page = parse(f"{head}<body>{body}</body>", "https://news.example/2024/05/03/two-metres.html")
    told = Core().label(page).evidence
    assert isinstance(told, CoreEvidence)
    evidence = told.features
    kept = np.arange(len(evidence.blocks)) >= 2
    chances = np.full(len(kept), chance, np.float32)
    return standfirst_blocks(evidence, situation_of(evidence), kept, chances, 0)


@pytest.mark.parametrize("description", [DECK, f"{DECK}. And there is more to say about it.", DECK[:50]])
def test_what_the_head_describes_the_page_with_is_the_standfirst(description: str) -> None:
    assert found(description=description) == [1]


@pytest.mark.parametrize("name", ["article-subtitle", "post_sub_headline", "standfirst", "story-intro", "lead"])
def test_an_element_may_be_named_after_it(name: str) -> None:
    assert found(name) == [1]


@pytest.mark.parametrize("name", ["", "caption", "leading-6", "introspection"])
def test_other_lines_are_none(name: str) -> None:
    assert found(name) == []


def test_what_is_unlikely_to_be_content_is_none() -> None:
    assert found("subtitle", chance=0.01) == []
