"""The model card: what a model was trained on, how good it is out of fold, and where it is weak."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from kaensan.methods.core.model import CoreModel
from kaensan.train.calibrate import Scored, calibration_error, error_by_chance
from kaensan.train.judged import Judged
from kaensan.train.made_gold import ARTICLES, BOARDS

__all__ = ["write_card"]

_LICENCES = {
    "wcxb": "CC-BY-4.0, Murrough-Foley/web-content-extraction-benchmark",
    "scrapinghub-aeb": "MIT, scrapinghub/article-extraction-benchmark",
    "readability": "Apache-2.0, mozilla/readability test pages",
    "trafilatura-eval": "Apache-2.0, adbar/trafilatura evaluation pages",
    "fundus": "MIT, flairNLP/fundus parser tests",
    "mercury": "MIT and Apache-2.0, fixtures of jocmp/mercury-parser and postlight/parser",
    "newspaper": "MIT, codelucas/newspaper tests",
    "recipes": "MIT, hhursev/recipe-scrapers tests; ingredients and steps only",
    BOARDS: "made by the project: templates of board software",
    ARTICLES: "made by the project: layouts of pages of all other types",
    "thaiboards": "layouts CC-BY-4.0 from WCXB; texts from public repositories, see the data's own notes",
}
_RESAMPLES = 1000


def _interval(values: Sequence[float], seed: int = 0) -> dict[str, float]:
    """Mean and 95 % bootstrap interval."""
    sample = np.array(values)
    random = np.random.default_rng(seed)
    means = sample[random.integers(0, len(sample), (_RESAMPLES, len(sample)))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return {
        "pages": len(sample),
        "f1": round(float(sample.mean()), 4),
        "low": round(float(low), 4),
        "high": round(float(high), 4),
    }


def write_card(
    scored: Sequence[Scored],
    judged: Sequence[Judged],
    model: CoreModel,
    out: Path,
    unseen_boards: Sequence[Scored] = (),
) -> dict[str, Any]:
    """Write `model-card.md` and return its figures: of the forest with its choice, and of the confidence of the whole.

    `judged` are the pages with the confidence that was learned without their fold.
    """
    by_set: dict[str, list[float]] = {}
    by_type: dict[str, list[float]] = {}
    for page in scored:
        by_set.setdefault(page.example.dataset, []).append(page.f1)
        if page.example.page_type and page.example.dataset != BOARDS:
            by_type.setdefault(page.example.page_type, []).append(page.f1)
    boards: dict[str, list[float]] = {}
    for page in unseen_boards:
        boards.setdefault(page.example.dataset, []).append(page.f1)
    typed = [page for page in scored if page.example.page_type and page.example.dataset not in (ARTICLES, BOARDS)]
    figures: dict[str, Any] = {
        "datasets": {name: _interval(values) for name, values in sorted(by_set.items())},
        "page_types": {name: _interval(values) for name, values in sorted(by_type.items())},
        "boards_of_unseen_software": {name: _interval(values) for name, values in sorted(boards.items())},
        "page_type_accuracy": round(float(np.mean([page.page_type == page.example.page_type for page in typed])), 4)
        if typed
        else None,
        "confidence": _calibrations(judged),
    }
    (out / "model-card.md").write_text(_card(figures, model), encoding="utf-8")
    return figures


def _calibrations(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    """How far the confidence is from the F1, set by set."""
    by_set: dict[str, list[Judged]] = {}
    for page in judged:
        if not page.is_copy:
            by_set.setdefault(page.dataset, []).append(page)
    figures = {}
    for name, pages in sorted(by_set.items()):
        expected, real = (np.array([getattr(page, key) for page in pages]) for key in ("confidence", "f1"))
        chance = error_by_chance(expected, real)
        named = {"f1": real.mean(), "confidence": expected.mean(), "error": calibration_error(expected, real)}
        rounded = {key: round(float(value), 4) for key, value in (named | asdict(chance)).items()}
        figures[name] = {"pages": len(pages), **rounded}
    return figures


def _card(figures: dict[str, Any], model: CoreModel) -> str:
    lines = [
        "# Model card: core",
        "",
        "A forest of oblivious trees over the blocks of a page, with learned weights for the names of elements.",
        f"{model.forest.trees} trees, {len(model.columns)} features, {len(model.vocabulary.words):,} words.",
        "",
        "## Data",
        "",
        "| dataset | licence and source | digest of the pages |",
        "|---|---|---|",
    ]
    for name, digest in sorted(model.provenance.get("trained_on", {}).items()):
        lines.append(f"| {name} | {_LICENCES.get(name.partition('.')[0], 'your own pages')} | `{digest}` |")
    lines += ["", "## Out of fold (five folds by site)", "", "| | pages | F1 | 95 % interval |", "|---|--:|--:|---|"]
    for part, prefix in (
        ("datasets", ""),
        ("page_types", "WCXB "),
        ("boards_of_unseen_software", "boards of unseen software, "),
    ):
        for name, row in figures[part].items():
            lines.append(
                f"| {prefix}{name} | {row['pages']} | {row['f1']:.3f} | {row['low']:.3f} … {row['high']:.3f} |"
            )
    lines += [
        "",
        f"Page type right: {figures['page_type_accuracy']}.",
        "",
        "## Confidence (all rules of the method, learned without the fold of the page)",
        "",
        "| | pages | F1 | confidence | calibration error | by chance | by chance at most, in 19 sets of 20 |",
        "|---|--:|--:|--:|--:|--:|--:|",
        *(
            f"| {name} | {row['pages']} | {row['f1']:.3f} | {row['confidence']:.3f} | {row['error']:.3f} "
            f"| {row['mean']:.3f} | {row['high']:.3f} |"
            for name, row in figures["confidence"].items()
        ),
        "",
        "## Known weaknesses",
        "",
        "- Pages of goods (collections, listings, products): whether the grid, the sales text or the reviews are the",
        "  main content differs from annotator to annotator; use a `Policy` to decide.",
        "- Comments under an article are left out where the page names them as comments, and kept at times where not.",
        "- The training pages are mostly English; other scripts are learned from rewritten copies and Thai boards.",
        "",
        "The command that made this card and the model: `kaensan train core --data DIR --out OUT`.",
        "",
    ]
    return "\n".join(lines)
