"""The reasons of the learned method: every value that a sentence states is looked up on the page again."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from kaensan.methods import Labels, Role, load
from kaensan.methods.core.block_reasons import Cause, Reason
from kaensan.methods.core.causes import CAUSES, cause_of
from kaensan.methods.core.choice import settle
from kaensan.methods.core.explanation import Explainer
from kaensan.methods.core.method import Core, CoreEvidence, CoreOptions
from kaensan.methods.core.policy import Policy
from kaensan.methods.core.thread_evidence import ALL_NAMES
from kaensan.page import Page, parse

MENU = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Home", "News", "Sport", "Food", "Travel", "Shop"))
SENTENCE = "The river rose by a hand in the night, and the ferry stayed at the pier until the water fell again. "
NEWS = f"""<title>The river rose - Valley News</title><nav class="menu"><ul>{MENU}</ul></nav>
<main><article class="story"><h1>The river rose</h1><p>{SENTENCE * 2}</p><p>{SENTENCE}</p>
<table class="levels"><tr><th>Day</th><th>Level in metres</th></tr>
<tr><td>Monday, before the rain</td><td>1.20</td></tr>
<tr><td>Tuesday, after the rain</td><td>1.85</td></tr></table><p>{SENTENCE * 3}</p></article>
<aside class="related"><h2>Read on</h2><p><a href="/a">Bridges of the valley</a></p>
<p><a href="/b">Old floods</a></p></aside>
<button>Share this page</button></main>
<footer class="foot"><p>Valley News, 12 Mill Lane. <a href="/terms">Terms</a> <a href="/terms">Terms</a></p></footer>"""
THAI = f"""<title>น้ำขึ้นทั้งคืน</title><div class="nav">{MENU}</div><div class="content"><h1>น้ำขึ้นทั้งคืน</h1>
<p>แม่น้ำสูงขึ้นหนึ่งคืบในคืนเดียว เรือข้ามฟากจอดอยู่ที่ท่าจนกว่าน้ำจะลดลงอีกครั้ง ชาวบ้านริมน้ำช่วยกันขนของขึ้นที่สูง</p>
<p>เช้าวันนี้ระดับน้ำลดลงแล้ว เทศบาลเปิดถนนเลียบแม่น้ำให้รถผ่านได้ตามปกติ ตลาดเช้ากลับมาขายของเหมือนเดิม</p></div>"""
POST = "Number {}: the ferry was late again this week, and nobody at the pier could tell me why that was so."
BOARD = (
    "<title>Ferry - Harbour Forum</title><body class='forum thread'><div id='menu'>"
    + MENU
    + "</div>"
    + "".join(
        f"""<div class="post" id="post-{at}"><div class="author"><a href="/u/{at}">user{at}</a></div>
<div class="date">12 May 2025, 08:{at:02}</div><div class="body"><p>{POST.format(at)}</p></div>
<a class="reply" href="/r/{at}">Reply</a></div>"""
        for at in range(10, 22)
    ).replace("Number 10", "Number 2")
)
LONG = (
    NEWS
    + f"<div class='more'>{''.join(f'<p><a href=/{at}>Story {at}</a></p><p>{SENTENCE}</p>' for at in range(150))}</div>"
)


def decided(source: str, policy: Policy | None = None) -> tuple[Page, Labels, CoreEvidence]:
    page = parse(source)
    labels = (Core(CoreOptions(policy)) if policy else load("core")).label(page)
    assert isinstance(labels.evidence, CoreEvidence)
    return page, labels, labels.evidence


def reasons(source: str) -> list[tuple[int, Reason]]:
    """Every block of a page with its reason."""
    page, _, evidence = decided(source)
    return [(block, evidence.reasons.of(block)) for block in range(page.texts.blocks)]


def words_of(page: Page, block: int) -> str:
    first, end = page.texts.block_start[block : block + 2].tolist()
    return "".join(page.texts.strings[first:end])


def _links(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    first, end = page.texts.block_start[block : block + 2].tolist()
    linked = sum(len(page.texts.strings[row].strip()) for row in range(first, end) if page.texts.anchor[row] >= 0)
    total = sum(len(page.texts.strings[row].strip()) for row in range(first, end))
    return bool(abs(cause.fact["percent"] - 100 * linked / max(total, 1)) <= 6)


def _alike(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    group = evidence.features.group
    mates = [other for other in range(page.texts.blocks) if group[other] == group[block] and other != block]
    kept = sum(bool(evidence.kept[mate]) for mate in mates)
    return bool((cause.fact["count"], cause.fact["kept"]) == (len(mates), kept))


def _names(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    tag, _, name = cause.fact["element"].strip("<>").partition(" ")
    around = []
    element = int(page.texts.parent[page.texts.block_start[block]])
    while element >= 0:
        written = page.elements.get(element, "class") or page.elements.get(element, "id")
        around.append((page.elements.names[element], written))
        element = int(page.elements.parent[element])
    named = re.search(r'"(.*)"', name)
    return (tag, named[1] if named else "") in around


def _landmark(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    element = int(page.texts.parent[page.texts.block_start[block]])
    around = set()
    while element >= 0:
        around.add(page.elements.names[element])
        element = int(page.elements.parent[element])
    landmarks = around & {"nav", "header", "footer", "aside", "main", "article"}
    return bool(cause.fact["landmark"] in landmarks if cause.fact["landmark"] else not landmarks)


def _element(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    element = int(page.texts.parent[page.texts.block_start[block]])
    while page.elements.names[element] in ("a", "b", "i", "span", "em", "strong"):
        element = int(page.elements.parent[element])
    return bool(cause.fact["tag"] == page.elements.names[element])


def _title(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    inside = words_of(page, block).strip() in (page.head.title or "")
    return bool(cause.fact["percent"] == 100 if inside else cause.fact["percent"] < 100)


def _heading(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    return bool(cause.fact["level"] == int(page.texts.heading[page.texts.block_start[block]]))


def _position(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    return bool(abs(cause.fact["percent"] - 100 * block / page.texts.blocks) <= 1)


def _repeats(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    mine = words_of(page, block)
    return bool(cause.fact["times"] == sum(words_of(page, other) == mine for other in range(page.texts.blocks)))


def _length(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    return bool(0.5 <= cause.fact["words"] / max(len(words_of(page, block)) / 6, 1) <= 2.5)


def _punctuation(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    return bool((cause.fact["count"] > 0) == bool(re.search(r"[.!?。]", words_of(page, block))))


def _neighbours(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    long = [other for other in range(page.texts.blocks) if len(words_of(page, other)) > 90]
    nearest = min((abs(other - block) for other in long), default=None)
    return bool(cause.fact["distance"] == nearest)


def _hidden(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    return bool(cause.fact["hidden"] != bool(page.texts.visible[page.texts.block_start[block]]))


def _digits(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    letters = re.sub(r"\s", "", words_of(page, block))
    return bool(abs(cause.fact["percent"] - 100 * len(re.findall(r"\d", letters)) / len(letters)) <= 25)


def _thread(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    is_post = words_of(page, block).startswith("Number ")
    return bool((cause.fact["place"] == "own") == is_post)


def _main_block(page: Page, block: int, cause: Cause, evidence: CoreEvidence) -> bool:
    in_menu = words_of(page, block) in ("Home", "News", "Sport", "Food", "Travel", "Shop")
    return bool(cause.fact["side"] == -1 if in_menu else True)


CHECKS: dict[str, Callable[[Page, int, Cause, CoreEvidence], bool]] = {
    "links": _links,
    "alike": _alike,
    "names": _names,
    "landmark": _landmark,
    "element": _element,
    "title": _title,
    "heading": _heading,
    "position": _position,
    "repeats": _repeats,
    "length": _length,
    "punctuation": _punctuation,
    "neighbours": _neighbours,
    "hidden": _hidden,
    "digits": _digits,
    "thread": _thread,
    "main_block": _main_block,
}


@pytest.mark.parametrize(("source", "facts"), [(NEWS, 30), (THAI, 10), (BOARD, 60)], ids=["english", "thai", "board"])
def test_every_fact_that_a_reason_states_is_on_the_page(source: str, facts: int) -> None:
    page, _, evidence = decided(source)
    checked = 0
    for block, reason in reasons(source):
        for cause in reason.causes:
            if cause.name in CHECKS:
                assert CHECKS[cause.name](page, block, cause, evidence), (words_of(page, block)[:40], cause)
                checked += 1
    assert checked >= facts


@pytest.mark.parametrize("source", [NEWS, THAI, BOARD], ids=["english", "thai", "board"])
def test_causes_add_up_to_the_log_odds_that_decided(source: str) -> None:
    """What a cause adds is exact: base and all causes together are the block's log-odds, and these are its chance."""
    _, _, evidence = decided(source)
    inner = evidence.reasons.decided
    explainer = Explainer(evidence.reasons.model, inner.evidence, inner.situation, inner.log_odds, inner.decision)
    every = explainer.contributions(0, len(inner.kept))
    chance = inner.decision.chance
    assert np.allclose(every.log_odds, settle(inner.decision.agreed, inner.situation), atol=1e-3)
    untouched = ~(inner.evidence.blocks.never | inner.decision.extra)
    assert np.allclose(1 / (1 + np.exp(-every.log_odds[untouched])), chance[untouched], atol=1e-3)


def test_some_blocks_have_the_contributions_that_they_have_among_all() -> None:
    _, _, evidence = decided(LONG)
    inner = evidence.reasons.decided
    explainer = Explainer(evidence.reasons.model, inner.evidence, inner.situation, inner.log_odds, inner.decision)
    every = explainer.contributions(0, len(inner.kept))
    for first, end in ((0, 1), (17, 18), (40, 190)):
        assert np.array_equal(explainer.contributions(first, end).effect, every.effect[first:end])


def test_reasons_asked_one_by_one_in_any_order_are_those_of_the_whole_page() -> None:
    _, _, evidence = decided(LONG)
    blocks = len(evidence.chance)
    in_order = [evidence.reasons.sentence(block) for block in range(blocks)]
    _, _, anew = decided(LONG)
    assert [anew.reasons.sentence(block) for block in reversed(range(blocks))] == in_order[::-1]
    assert [evidence.reasons.of(block).sentence() for block in range(blocks)] == in_order
    thai = [evidence.reasons.of(block).sentence("th") for block in range(blocks)]
    assert [evidence.reasons.sentence(block, "th") for block in range(blocks)] == thai


def test_the_posts_of_a_discussion_are_named() -> None:
    page, _, evidence = decided(BOARD)
    block = int(page.texts.block[page.texts.strings.index(POST.format(2))])
    facts = {cause.name: cause.fact for cause in evidence.reasons.of(block).causes}
    assert facts["thread"] == {"place": "own"}
    assert "it is a post's own words" in evidence.reasons.sentence(block)


def test_the_threshold_of_the_page_is_always_named() -> None:
    _, labels, evidence = decided(NEWS)
    assert evidence.threshold is not None
    for row in range(len(labels.role)):
        sentence = labels.reason(row)
        if not any(rule in sentence for rule in ("title", "headline", "button", "policy", "footer")):
            assert f"this page keeps from {evidence.threshold:.2f} on" in sentence


def test_kept_is_above_the_threshold_and_dropped_below() -> None:
    _, _, evidence = decided(NEWS)
    assert evidence.threshold is not None
    for _, reason in reasons(NEWS):
        if reason.rule is None and reason.verdict == "kept":
            assert reason.chance >= evidence.threshold
        if reason.rule is None and reason.verdict == "dropped":
            assert reason.chance <= evidence.threshold


def test_what_is_kept_with_a_whole_is_said_to_be_kept() -> None:
    """The last item of a list, a link, is kept since the others are: the reason must not call it dropped."""
    items = f"<li>{SENTENCE}</li>" * 9
    page, labels, evidence = decided(
        NEWS.replace("</article>", f"<ul>{items}<li><a href=/x>See</a></li></ul></article>")
    )
    for row, role in enumerate(labels.role.tolist()):
        verdict = evidence.reasons.of(int(page.texts.block[row])).verdict
        assert verdict == {Role.CONTENT: "kept", Role.OTHER: "dropped", Role.TITLE: "title"}[role]
    assert "that is kept whole" in labels.reason(page.texts.strings.index("See"))


def test_a_title_is_not_called_dropped() -> None:
    page, labels, _ = decided(NEWS, Policy(title="drop"))
    row = page.texts.strings.index("The river rose")
    assert labels.reason(row) == "this is the title, which stands apart from the text"


def test_a_menu_is_dropped_for_its_links_or_its_place() -> None:
    page, labels, evidence = decided(NEWS)
    block = int(page.texts.block[page.texts.strings.index("Sport")])
    against = {cause.name for cause in evidence.reasons.of(block).causes if cause.effect < 0}
    assert against & {"links", "around", "landmark", "names", "main_block", "alike"}
    assert labels.reason(page.texts.strings.index("Sport")).startswith("dropped at 0.")


def test_what_a_policy_decides_is_said_to_be_the_policy() -> None:
    page, labels, _ = decided(NEWS, Policy(tables="drop"))
    assert labels.reason(page.texts.strings.index("1.85")) == "dropped: the policy drops this kind of text"


def test_reasons_are_given_in_thai() -> None:
    _, _, evidence = decided(THAI)
    for block in range(len(evidence.chance)):
        sentence = evidence.reasons.of(block).sentence("th")
        assert re.match("เก็บไว้|ตัดออก|นี่คือชื่อเรื่อง", sentence)
        assert not re.search(r"[A-Za-z]{3,}", re.sub(r"<[^>]*>", "", sentence))


def test_every_feature_belongs_to_a_cause_that_a_person_knows() -> None:
    assert {cause_of(name) for name in ALL_NAMES} <= set(CAUSES)
    assert all("@" in name for name in ALL_NAMES if cause_of(name) == "around")


def test_a_page_without_content_says_so() -> None:
    page, labels, evidence = decided(f"<ul>{MENU}</ul>")
    if evidence.threshold is None:
        assert labels.reason(0).endswith("nothing on this page looks enough like content")
    else:
        assert "keeps from" in labels.reason(int(np.argmin(labels.score)))
    assert len(page.texts)
