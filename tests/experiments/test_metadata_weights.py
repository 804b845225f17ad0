"""Fitting the weights of evidence."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest
import zstandard

from experiments.metadata_weights import fit, main


def test_evidence_that_tells_right_from_wrong_gets_weight() -> None:
    random = np.random.default_rng(0)
    examples = []
    for _ in range(50):
        matrix = random.integers(0, 2, (4, 3)).astype(np.float64)
        matrix[:, 0] = 0
        matrix[1, 0] = 1
        examples.append((matrix, np.array([False, True, False, False]), 1.0))
    weights = fit(examples)
    assert weights[0] > 2
    assert np.abs(weights[1:]).max() < 1
    assert np.array_equal(weights, fit(examples))


def test_examples_of_no_weight_change_nothing() -> None:
    for_it = (np.array([[1.0], [0.0]]), np.array([True, False]), 1.0)
    against = (np.array([[1.0], [0.0]]), np.array([False, True]), 0.0)
    assert fit([for_it, against])[0] == pytest.approx(fit([for_it])[0])


def write(folder: Path, name: str, pages: int) -> None:
    html = (
        "<title>Bridge {0} | River</title><h2>Menu</h2><h1>Bridge {0}</h1><p class=author>Ann Lee</p><p>May 3, 2021</p>"
    )
    dataset, _, split = name.partition(".")
    lines = [
        {
            "id": f"{dataset}/{number}",
            "dataset": dataset,
            "split": split,
            "html": base64.b64encode(html.format(number).encode()).decode(),
            "title": f"Bridge {number}",
            "author": "Ann Lee",
            "date": "2021-05-03",
        }
        for number in range(pages)
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / f"{name}.jsonl.zst").write_bytes(zstandard.compress(text.encode()))


def test_the_command_prints_weights_for_each_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("readability.dev", "trafilatura-eval.dev", "wcxb.dev"):
        write(tmp_path, name, 6)
    assert main(["--data", str(tmp_path), "--fields", "title", "date"]) == 0
    title, _, date = capsys.readouterr().out.partition("date: threshold")
    assert title.startswith("title: threshold None\n")
    weights = {line.split('"')[1]: float(line.split(": ")[1].rstrip(",")) for line in title.splitlines()[1:]}
    assert weights["h1"] > weights.get("h2", 0)
    assert '"just after headline"' in date
