"""Thai segmentation against its peers, and where the time of a large cloud goes.

    python -m experiments.words --data DIR

Every engine cuts the same lines of gold text of the Thai pages, taking turns, three rounds; the best round counts. All
times are CPU time of one core. Agreement is the share of words that an engine and PyThaiNLP's newmm cut at the same
two places (F1). Engines that are not installed are left out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from kaensan.clouds.cloud import Cloud
from kaensan.clouds.cloud_texts import read_sources
from kaensan.clouds.terms import TermOptions, find_terms
from kaensan.errors import KaensanError, UsageError
from kaensan.gold.datasets import load
from kaensan.thai import Segmentation, segment, standard_dictionary

__all__ = ["agreement", "main", "stages"]

_ROUNDS = 3
_MEGABYTE = 1_000_000
_LONG = 100_000
Engine = Callable[[str], list[str]]


def engines() -> dict[str, Engine]:
    """The segmenters that are installed, PyThaiNLP first."""
    found: dict[str, Engine] = {}
    if find_spec("pythainlp"):
        from pythainlp.tokenize import newmm

        found["PyThaiNLP newmm"] = newmm.segment
    else:
        raise UsageError("agreement is measured against PyThaiNLP: pip install pythainlp")
    found["kaensan"] = segment
    if find_spec("nlpo3"):
        found["kaensan with nlpo3"] = lambda text: segment(text, Segmentation(thai="nlpo3"))
    if find_spec("newmm_tokenizer"):
        found["newmm-tokenizer"] = import_module("newmm_tokenizer.newmm").segment
    return found


def agreement(ours: list[list[str]], theirs: list[list[str]]) -> float:
    """The F1 of the Thai words of two segmentations of the same lines.

    >>> agreement([["ตา", "กลม"]], [["ตาก", "ลม"]]), agreement([["ตา", "กลม"]], [["ตา", "กลม"]])
    (0.0, 1.0)
    """
    pairs = [(set(_spans(one)), set(_spans(other))) for one, other in zip(ours, theirs, strict=True)]
    same = sum(len(one & other) for one, other in pairs)
    return 2 * same / max(sum(len(one) + len(other) for one, other in pairs), 1)


def _spans(pieces: list[str]) -> Iterator[tuple[int, int]]:
    end = 0
    for piece in pieces:
        start, end = end, end + len(piece)
        if "\u0e00" <= piece[0] <= "\u0e7f":
            yield start, end


def stages(text: str, terms: int = 300) -> dict[str, float]:
    """The CPU seconds that each step takes on the way from a text to the picture of its cloud."""
    marks = [time.process_time()]
    source = read_sources(text)
    marks.append(time.process_time())
    found = find_terms(source, TermOptions(limit=terms))
    marks.append(time.process_time())
    cloud = Cloud(found)
    _ = cloud.drawing
    marks.append(time.process_time())
    _ = cloud.svg
    marks.append(time.process_time())
    names = ("segmentation", "terms", "layout", "SVG with its font")
    return {name: after - before for name, before, after in zip(names, marks, marks[1:], strict=False)}


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m experiments.words", description="Thai words, measured")
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder of the reference pages (./data)")
    args = parser.parse_args(argv)
    try:
        pages = (page for name in ("thai-news", "thaiboards") for page in load(args.data, name))
        lines = [line for page in pages for line in (page.text or "").split("\n") if line.strip()]
        print(_engine_table(lines))
        print(_stage_table(lines))
    except KaensanError as error:
        print(f"kaensan: {error}", file=sys.stderr)
        return 1
    return 0


def _engine_table(lines: list[str]) -> str:
    found = engines()
    for engine in found.values():
        engine("ก่อนจับเวลา")  # dictionaries are loaded before the clock runs
    characters = sum(map(len, lines))
    best = dict.fromkeys(found, float("inf"))
    cut: dict[str, list[list[str]]] = {}
    for _ in range(_ROUNDS):
        for name, engine in found.items():
            start = time.process_time()
            cut[name] = [engine(line) for line in lines]
            best[name] = min(best[name], time.process_time() - start)
    whole = "\n".join(lines)[:_LONG]
    at_once = {name: _seconds(engine, whole) for name, engine in found.items()}
    reference = cut["PyThaiNLP newmm"]
    rows = [
        f"{len(lines)} lines, {characters} characters; at once: the first {_LONG} characters in one piece",
        "",
        "| engine | thousand characters/s | at once, s | agreement |",
        "|---|--:|--:|--:|",
    ]
    rows += [
        f"| {name} | {characters / best[name] / 1000:.0f} | {at_once[name]:.2f} "
        f"| {agreement(cut[name], reference):.2%} |"
        for name in found
    ]
    return "\n".join(rows) + "\n"


def _seconds(engine: Engine, text: str) -> float:
    start = time.process_time()
    engine(text)
    return time.process_time() - start


def _stage_table(lines: list[str]) -> str:
    standard_dictionary()
    text = "\n".join(lines)
    while len(text.encode()) < _MEGABYTE:
        text += "\n" + text
    text = text.encode()[:_MEGABYTE].decode("utf-8", "ignore")
    stages("อุ่นเครื่อง")  # imports
    best = min((stages(text) for _ in range(_ROUNDS)), key=lambda each: sum(each.values()))
    rows = ["A cloud of 300 terms from 1 MB of Thai", "", "| step | CPU seconds |", "|---|--:|"]
    return "\n".join(rows + [f"| {name} | {seconds:.2f} |" for name, seconds in best.items()]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
