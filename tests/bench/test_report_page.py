"""The HTML report in a real browser: every page is a point, and a point leads to the studio."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from browser import Browser
from kaensan.bench.html_report import to_html
from kaensan.bench.measure import Outcome, Scores
from kaensan.bench.summary import summarise
from kaensan.bench.timing import Timing


def outcome(system: str, page: str, f1: float, url: str | None) -> Outcome:
    scores = Scores(f1, f1, f1, f1, f1, None, None, {})
    return Outcome(system, "a.dev", page, "article", "en", url, 1000, "words", scores, 0.1, 1 << 20)


def timing(system: str, milliseconds: float) -> Timing:
    points = [(size, milliseconds * size / 1e6) for size in (500, 1000, 2000, 4000, 9000, 20000)]
    return Timing(system, "text", milliseconds, 1.0, 1.0, 1.0, 1.0, 1.0, points)


def report(tmp_path: Path) -> Path:
    outcomes = [
        outcome(system, page, f1, url)
        for page, url in (("a/<one>", "https://a.test/?q=1&r=2"), ("a/two", None))
        for system, f1 in (("core", 0.9), ("rival", 0.4))
    ]
    timings = [timing("core", 5.0), timing("rival", 40.0)]
    summary = summarise(outcomes, systems=["core", "rival"], timings=timings)
    path = tmp_path / "bench.html"
    path.write_text(to_html(summary, outcomes, "http://studio.test/"), encoding="utf-8")
    return path


def test_pictures_and_points_are_drawn(tmp_path: Path, browser: Browser) -> None:
    markup = browser.document(report(tmp_path))
    scatter = re.search(r'<svg id="scatter".*?</svg>', markup, re.S)
    assert scatter is not None
    assert scatter[0].count("<circle") == 2
    assert "rival .400, core .900" in scatter[0]
    links = re.findall(r'<a href="([^"]*)"', scatter[0])
    assert links == ["http://studio.test/#url=https%3A%2F%2Fa.test%2F%3Fq%3D1%26r%3D2&amp;method=core"]
    assert all(heading in markup for heading in ("F1 against time", "Accuracy by page type", "Cost growth"))
    assert markup.count('class="curve ') == 2
    assert "core does better on 2 pages" in markup


def test_the_page_follows_light_and_dark(tmp_path: Path, browser: Browser) -> None:
    page = report(tmp_path)
    light, dark = (np.asarray(browser.screenshot(page, 400, 300, dark=dark)) for dark in (False, True))
    assert light.mean() > 200
    assert dark.mean() < 100
