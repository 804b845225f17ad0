"""What the learned method is worth on every set of pages, judged by models that have not seen their sites.

    python -m experiments.content judge --data DIR --folds OUT --to FILE
    python -m experiments.content tables FILE [BEFORE]

`judge` writes a line of JSON a page: F1 of the text, confidence, whether the page was called a thread, what was left
empty. Pages of trained sets are judged by the model that left their fold out (`kaensan train core` writes these to
OUT), all others by the model that ships. `tables` prints the figures of such a file, and beside them the differences
to an earlier one; a calibration error is told beside the one that chance alone gives so few pages, on average and at
most (in nineteen sets of twenty).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np

from experiments.boards import Held
from experiments.ingredients import Ingredients
from kaensan.gold import datasets
from kaensan.gold.metrics import trigram_f1, word_f1
from kaensan.many import extract_page
from kaensan.methods.core.method import CoreEvidence
from kaensan.page import Page, parse
from kaensan.threads.finder import find_thread
from kaensan.train.calibrate import calibration_error, error_by_chance
from kaensan.train.learned_sets import WITHOUT_CONTENT, YARDSTICKS
from kaensan.train.left_out import core_without, posts_without
from kaensan.train.thread_examples import is_thread

__all__ = ["main"]

Row = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge pages, or print what was judged."""
    parser = argparse.ArgumentParser(prog="python -m experiments.content", description=__doc__.partition("\n")[0])
    parts = parser.add_subparsers(dest="part", required=True)
    judge = parts.add_parser("judge")
    judge.add_argument("--data", type=Path, required=True, metavar="DIR")
    judge.add_argument("--folds", type=Path, required=True, metavar="OUT", help="where fold-0.npz … posts-4.npz are")
    judge.add_argument("--to", type=Path, required=True, metavar="FILE")
    judge.add_argument("--datasets", nargs="*", metavar="NAME.SPLIT", help="all that have gold unless given")
    judge.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page only (1)")
    judge.add_argument("--threads", action="store_true", help="also look for the thread of every page")
    judge.add_argument("--jobs", type=int, default=2)
    tables = parts.add_parser("tables")
    tables.add_argument("file", type=Path)
    tables.add_argument("before", type=Path, nargs="?")
    args = parser.parse_args(arguments)
    if args.part == "judge":
        _judge(args)
    else:
        _print_tables(_read(args.file), _read(args.before) if args.before else {})
    return 0


def _judge(args: argparse.Namespace) -> None:
    names = args.datasets or [
        name for name in datasets.names(args.data) if name.partition(".")[0] not in WITHOUT_CONTENT
    ]
    sites = Held(args.data, args.folds).sites
    work = partial(judged, args.folds, args.threads)
    with Pool(args.jobs) as pool, args.to.open("w", encoding="utf-8") as file:
        for name in names:
            pages = islice(datasets.load(args.data, name), 0, None, args.every)
            dealt = ((gold, sites.fold(gold), sites.software_fold(gold)) for gold in pages)
            rows = [json.dumps(row) + "\n" for row in pool.imap(work, dealt, chunksize=4)]
            file.writelines(rows)
            print(f"{name}: {len(rows)} pages", flush=True)


def is_trained(gold: datasets.GoldPage) -> bool:
    """Whether a page may be learned from."""
    return gold.dataset not in YARDSTICKS and gold.split != "test"


def judged(folds: Path, threads: bool, dealt: tuple[datasets.GoldPage, int, int]) -> Row:
    """What becomes of one page, given its folds by site and by board software."""
    gold, fold, software = dealt
    trained = is_trained(gold)
    core = core_without(folds, fold if trained else None, software if trained or gold.board else None)
    page = parse(gold.html, gold.url)
    document = extract_page(page, core)
    told = document.labels.evidence
    row: Row = {
        "id": gold.id,
        "set": gold.dataset + (f".{gold.split}" if gold.dataset in ("cleaneval", "thaiboards") else ""),
        "trained": trained,
        "type": gold.page_type,
        "called": document.page_type,
        "confidence": document.confidence,
        "promise": told.promise if isinstance(told, CoreEvidence) else None,
        "odds": told.features.thread.log_odds if isinstance(told, CoreEvidence) and told.features.thread else None,
        "characters": len(document.text),
        "warnings": len(document.warnings),
        **_measured(gold, page, document.text),
    }
    if threads:
        found = find_thread(page, posts_without(folds, software))
        row["is_thread"] = is_thread(gold, page)
        row["thread"] = found.kind if found else None
    return row


def _measured(gold: datasets.GoldPage, page: Page, text: str) -> Row:
    """How the text compares with what is known of the content."""
    if gold.dataset == "recipes":
        wanted = Ingredients.of(gold, page)
        missing = wanted.missing(text)
        return {
            "recall": word_f1(text, gold.extra.get("part") or "").recall,
            "missing": len(missing),
            "dropped": sum(line in wanted.shown for line in missing),
            "ingredients": len(wanted.lines),
            "shown": len(wanted.shown),
        }
    if not gold.text:
        return {}
    score = (word_f1 if gold.spaced else trigram_f1)(text, gold.text)
    return {"f1": score.f1, "precision": score.precision, "recall": score.recall}


def _read(path: Path) -> dict[str, Row]:
    with path.open(encoding="utf-8") as file:
        return {row["id"]: row for row in map(json.loads, file)}


def _print_tables(rows: dict[str, Row], before: dict[str, Row]) -> None:
    print("| pages | number | F1 | 95 % interval | precision | recall ", end="")
    print("| calibration error | by chance | at most | bias | change |")
    print("|---|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, chosen in _sets(rows.values()):
        print(_line(name, chosen, before))
    _print_recipes(rows.values())
    _print_threads(rows.values())
    empty = [row for row in rows.values() if not row["characters"] and "f1" in row]
    print(f"\nempty with gold: {len(empty)}, without a warning: {sum(not row['warnings'] for row in empty)}")
    known = [row for row in rows.values() if row["type"]]
    print(f"type right: {np.mean([row['type'] == row['called'] for row in known]) if known else 0:.3f}")


def _sets(rows: Iterable[Row]) -> list[tuple[str, list[Row]]]:
    """The pages of every set and of every type, trained sets first."""
    sets: dict[tuple[bool, str], list[Row]] = {}
    for row in rows:
        if "f1" in row:
            sets.setdefault((not row["trained"], row["set"]), []).append(row)
            if row["type"]:
                sets.setdefault((not row["trained"], f"{row['set']} {row['type']}"), []).append(row)
    return [(name, sets[key, name]) for key, name in sorted(sets)]


def _line(name: str, rows: list[Row], before: dict[str, Row]) -> str:
    f1 = np.array([row["f1"] for row in rows])
    drawn = np.random.default_rng(0).integers(0, len(f1), (1000, len(f1)))
    low, high = np.quantile(f1[drawn].mean(axis=1), [0.025, 0.975])
    sure = np.array([row["confidence"] or 0.0 for row in rows])
    parts = [np.mean([row[key] for row in rows]) for key in ("precision", "recall")]
    changes = [row["f1"] - before[row["id"]]["f1"] for row in rows if "f1" in before.get(row["id"], {})]
    change = f"{np.mean(changes):+.4f}" if changes else ""
    error, chance, bias = calibration_error(sure, f1), error_by_chance(sure, f1), float((sure - f1).mean())
    return (
        f"| {name} | {len(rows)} | {f1.mean():.4f} | {low:.3f} … {high:.3f} | {parts[0]:.3f} | {parts[1]:.3f} "
        f"| {error:.3f} | {chance.mean:.3f} | {chance.high:.3f} | {bias:+.3f} | {change} |"
    )


def _print_recipes(rows: Iterable[Row]) -> None:
    recipes = [row for row in rows if "missing" in row]
    if recipes:
        whole = np.mean([row["missing"] == 0 for row in recipes])
        shown = [row for row in recipes if row["shown"] == row["ingredients"]]
        kept = np.mean([row["missing"] == 0 for row in shown])
        dropped = np.mean([row["dropped"] == 0 for row in recipes])
        recall = np.mean([row["recall"] for row in recipes])
        print(
            f"\nrecipes: recall {recall:.3f}, every ingredient on {whole:.3f} of {len(recipes)} pages, on {kept:.3f} "
            f"of the {len(shown)} that show each as the data writes it; every one that is shown on {dropped:.3f}"
        )


def _print_threads(rows: Iterable[Row]) -> None:
    known = [row for row in rows if row.get("is_thread") is not None]
    if not known:
        return
    called = [row for row in known if row["thread"] in ("board", "questions")]
    right = sum(row["is_thread"] for row in called)
    threads = sum(row["is_thread"] for row in known)
    print(f"\nis a thread: precision {right / max(len(called), 1):.3f}, recall {right / max(threads, 1):.3f}")
    print(f"of {len(known)} pages {threads} are threads, {len(called)} are called so")
    for kind in sorted({row["type"] or row["set"] for row in known}):
        of_kind = [row for row in known if (row["type"] or row["set"]) == kind]
        print(f"{kind}: {sum(row in called for row in of_kind)} of {len(of_kind)}")


if __name__ == "__main__":
    raise SystemExit(main())
