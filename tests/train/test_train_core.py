"""The whole training, on a few pages written for it."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import zstandard
from onnxruntime import InferenceSession

import kaensan
from experiments import confidence, forest_variants, name_weights, robustness
from kaensan.cli import main
from kaensan.errors import InputError
from kaensan.methods.core.expected_f1 import FACTS, Confidence
from kaensan.methods.core.method import Core, CoreOptions
from kaensan.methods.core.model import read_model
from kaensan.train.core import CoreTraining, train_core
from kaensan.train.forest import ForestOptions

TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
WORDS = (
    *("river", "bridge", "water", "stone", "morning", "engineer", "market"),
    *("paper", "garden", "letter", "window", "evening", "story", "field"),
)


def page(number: int) -> dict[str, object]:
    random = np.random.default_rng(number)
    paragraphs = [" ".join(random.choice(WORDS, 30)) + "." for _ in range(4)]
    menu = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in random.choice(WORDS, 8))
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    name = ("story", "entry", "post")[number % 3]
    frame = f"<title>{number}</title><nav class=menu><ul>{menu}</ul></nav>"
    html = f"{frame}<div class={name}>{body}</div><footer>End</footer>"
    return {
        "id": f"mine/{number}",
        "dataset": "mine",
        "split": "gold",
        "url": f"https://site{number}.example/{name}",
        "lang": "en",
        "page_type": TYPES[number % len(TYPES)],
        "html": base64.b64encode(html.encode()).decode(),
        "text": "\n".join(paragraphs),
        "with": [],
        "without": [],
        "reconstructed": False,
    }


def written(folder: Path, datasets: tuple[str, ...] = ("mine",)) -> Path:
    folder.mkdir()
    for first, name in enumerate(datasets):
        pages = (page(number) | {"dataset": name} for number in range(first, 40, len(datasets)))
        lines = "".join(json.dumps(made) + "\n" for made in pages)
        (folder / f"{name}.gold.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(lines.encode()))
    return folder


def test_training_twice_gives_the_same_file_and_a_model_that_works(tmp_path: Path) -> None:
    data = written(tmp_path / "data")
    told: list[str] = []
    for name in ("one", "two"):
        train_core(CoreTraining(data, tmp_path / name, ForestOptions(trees=6, rate=0.4), jobs=1), told.append)
    model = tmp_path / "one" / "core.npz"
    assert model.read_bytes() == (tmp_path / "two" / "core.npz").read_bytes()
    figures = json.loads((tmp_path / "one" / "figures.json").read_text())
    assert figures["datasets"]["mine"]["f1"] > 0.8
    assert "mine.gold" in (tmp_path / "one" / "model-card.md").read_text()
    assert abs(figures["confidence"]["mine"]["f1"] - figures["confidence"]["mine"]["confidence"]) < 0.1
    gold = page(99)
    _same_in_onnx(tmp_path / "one")
    doc = kaensan.extract(base64.b64decode(str(gold["html"])), method=Core(CoreOptions(model=read_model(model))))
    assert doc.text.split() == str(gold["text"]).split()


def test_the_confidence_is_learned_without_the_fold_and_again_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = written(tmp_path / "data", ("fundus", "mine")), tmp_path / "out"
    train_core(CoreTraining(data, out, ForestOptions(trees=6, rate=0.4), jobs=1), lambda _: None)
    files = [out / name for name in ("core.npz", *(f"fold-{fold}.npz" for fold in range(5)))]
    learned = [read_model(path).confidence for path in files]
    assert len(set(learned)) == len(files)
    for path in files:
        replace(read_model(path), confidence=Confidence()).save(path)
    other = tmp_path / "other.npz"
    other.write_bytes(files[0].read_bytes())
    asked = ["train", "confidence", "--data", str(data), "--folds", str(out), "--model", str(other), "--jobs", "1"]
    assert main(asked) == 0
    assert [read_model(path).confidence for path in files] == learned
    assert read_model(other).confidence == learned[0]
    capsys.readouterr()
    assert confidence.main([str(out / "judged.jsonl")]) == 0
    rows = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines()]
    assert [name.strip() for name in rows[0]] == ["", "fundus", "mine", "mean"]
    assert {f" without {name} " for name in FACTS} < {row[0] for row in rows}


def _same_in_onnx(trained: Path) -> None:
    """The ONNX form says what the model says."""
    model = read_model(trained / "core.npz")
    rows = np.random.default_rng(5).normal(size=(40, len(model.columns))).astype(np.float32)
    session = InferenceSession(trained / "core.onnx")
    assert session.get_modelmeta().custom_metadata_map["features"].split("\n") == list(model.columns)
    assert np.allclose(session.run(None, {"features": rows})[0], model.forest(rows.T), atol=1e-4)


def test_robustness_is_measured_with_the_models_of_the_folds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = written(tmp_path / "data")
    train_core(CoreTraining(data, tmp_path / "out", ForestOptions(trees=6, rate=0.4), jobs=1), lambda _: None)
    asked = ["--data", str(data), "--folds", str(tmp_path / "out"), "--dataset", "mine.gold", "--jobs", "1"]
    assert robustness.main(asked) == 0
    rows = [line.split("|")[1:3] for line in capsys.readouterr().out.splitlines() if line.startswith("| ")][1:]
    assert [name.strip() for name, _ in rows] == [*robustness.VARIANTS, *robustness.REBUILT]
    assert all(float(f1) > 0.8 for _, f1 in rows)


def test_ways_to_grow_a_forest_are_judged_by_sources_left_out(tmp_path: Path) -> None:
    data, out = written(tmp_path / "data", ("fundus", "wcxb")), tmp_path / "out"
    asked = ["--data", str(data), "--out", str(out), "--jobs", "1", "--trees", "4", "--seconds", "6000"]
    tried = ["as it is", "thinned names", "coarse page facts"]
    assert forest_variants.main([*asked, "--variants", *tried]) == 0
    scores = json.loads((out / "variants.json").read_text())
    assert set(tried) <= set(scores)
    assert {key.partition("|")[0] for key in scores["as it is"]} >= {"source news", "source wcxb", "fold wcxb"}
    assert sum(key.startswith("source news|") for key in scores["as it is"]) == 20
    assert read_model(out / "core.npz").forest.trees == 4


def test_weights_of_names_are_judged_by_sources_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert name_weights.main(["--data", str(written(tmp_path / "data", ("fundus", "readability", "wcxb")))]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("| one", "| news", "| readers"))]
    assert len(rows) == 3 * len(name_weights.WAYS)


def test_too_few_pages_are_refused_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    lines = "".join(json.dumps(page(number)) + "\n" for number in range(2))
    (folder / "mine.gold.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(lines.encode()))
    with pytest.raises(InputError, match="too few to train on"):
        train_core(CoreTraining(folder, tmp_path / "out", jobs=1), lambda _: None)
