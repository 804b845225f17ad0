"""Groups of look-alikes, forests of bits, and the files of the board models."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaensan import ModelError, UsageError, parse
from kaensan.methods.boards.groups import find_groups
from kaensan.methods.boards.leaf_forest import BitForest
from kaensan.methods.boards.model import PostModel, Scorer, read_post_model, shipped_model
from kaensan.methods.lstm import model as boards
from kaensan.methods.lstm.model import read_network
from kaensan.methods.lstm.model import shipped_model as shipped_network
from kaensan.methods.model_files import shipped_path
from kaensan.train.boards import _compiled


def groups_of(html: str) -> list[list[str]]:
    page = parse(html)
    groups = find_groups(page.elements)
    return [
        [page.elements.get(element, "id") or page.elements.names[element] for element in groups[number].tolist()]
        for number in range(len(groups))
    ]


def test_elements_of_one_class_are_a_group_wherever_they_stand() -> None:
    html = '<p class="x" id=a>one</p><div><p class="x" id=b>two</p></div><p class="y" id=c>three</p>'
    assert ["a", "b"] in groups_of(html)


def test_the_order_of_classes_and_the_numbers_in_them_do_not_count() -> None:
    assert ["a", "b"] in groups_of('<p class="post n1" id=a>one</p><p class="n2 post" id=b>two</p>')


def test_numbered_ids_make_a_group() -> None:
    assert ["post_1", "post_22"] in groups_of(
        '<div id="post_1">one</div><div id="other">x</div><div id="post_22">two</div>'
    )


def test_an_element_inside_another_of_its_group_is_left_out() -> None:
    groups = groups_of("<div class=c id=a>one <div class=c id=b>two</div></div><div class=c id=d>three</div>")
    assert ["a", "d"] in groups
    assert not any({"a", "b"} <= set(group) for group in groups)


def test_elements_without_text_are_in_no_group() -> None:
    assert not any("b" in group for group in groups_of("<p id=a>one</p><p id=b></p>"))


def test_no_two_groups_hold_the_same_elements() -> None:
    groups = [tuple(group) for group in groups_of("<ul><li id=a>x<li id=b>y</ul><p id=c>z</p>")]
    assert len(groups) == len(set(groups))


# Forests

TREE = {
    "split_feature": 0,
    "threshold": 0.5,
    "left_child": {"leaf_value": 1.0},
    "right_child": {
        "split_feature": 2,
        "threshold": -1.25,
        "left_child": {
            "split_feature": 0,
            "threshold": 2.0,
            "left_child": {"leaf_value": 2.0},
            "right_child": {"leaf_value": 3.0},
        },
        "right_child": {"leaf_value": 4.0},
    },
}  # fmt: skip


def walked(tree: dict[str, object], row: list[float]) -> float:
    while "leaf_value" not in tree:
        below = row[int(str(tree["split_feature"]))] <= float(str(tree["threshold"]))
        tree = tree["left_child" if below else "right_child"]  # type: ignore[assignment]
    return float(str(tree["leaf_value"]))


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.floats(-4, 4, width=32)] * 3), min_size=1, max_size=20))
def test_a_forest_answers_like_a_walk_down_its_trees(rows: list[tuple[float, float, float]]) -> None:
    stump = {
        "split_feature": 2,
        "threshold": 0.1,
        "left_child": {"leaf_value": -1.0},
        "right_child": {"leaf_value": 0.5},
    }
    scorer = _compiled({"tree_info": [{"tree_structure": TREE}, {"tree_structure": stump}]}, ["a", "b", "c"])
    assert scorer.columns == ("a", "c")
    columns = {name: np.array([row[at] for row in rows]) for at, name in enumerate("abc")}
    expected = [walked(TREE, list(row)) + walked(stump, list(row)) for row in rows]
    assert scorer(columns).tolist() == pytest.approx(expected)


def test_a_tree_of_one_leaf_has_one_answer() -> None:
    scorer = _compiled({"tree_info": [{"tree_structure": {"leaf_value": 0.25}}]}, ["a"])
    assert scorer.forest(np.zeros((1, 3), np.float32)).tolist() == [0.25, 0.25, 0.25]


def test_no_rows_give_no_scores() -> None:
    assert len(shipped_model().body.forest(np.zeros((200, 0), np.float32))) == 0


# Files


def small_model() -> PostModel:
    stump = {
        "split_feature": 0,
        "threshold": 0.5,
        "left_child": {"leaf_value": -1.0},
        "right_child": {"leaf_value": 1.0},
    }
    scorer = _compiled({"tree_info": [{"tree_structure": stump}]}, ["size"])
    return PostModel(scorer, scorer, scorer, scorer, {"seed": 7})


def test_a_saved_model_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "m.npz"
    small_model().save(file)
    model = read_post_model(file)
    assert model.about == {"seed": 7}
    assert model.body.columns == ("size",)
    assert model.body({"size": np.array([0.0, 1.0])}).tolist() == [-1.0, 1.0]


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "a.npz", tmp_path / "b.npz"
    small_model().save(one)
    small_model().save(other)
    assert one.read_bytes() == other.read_bytes()


def test_a_changed_model_does_not_match_its_checksum(tmp_path: Path) -> None:
    file = tmp_path / "m.npz"
    small_model().save(file)
    arrays = dict(np.load(file))
    arrays["body_leaf"] = arrays["body_leaf"] + 1
    np.savez(file, **arrays)
    with pytest.raises(ModelError, match="checksum"):
        read_post_model(file)


@pytest.mark.parametrize("damage", [b"", b"not a model"])
def test_a_damaged_model_is_refused(damage: bytes, tmp_path: Path) -> None:
    file = tmp_path / "m.npz"
    file.write_bytes(damage)
    with pytest.raises(ModelError, match="damaged"):
        read_post_model(file)


def test_a_missing_model_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="kaensan train boards"):
        read_post_model(tmp_path / "none.npz")


def test_a_model_that_asks_for_unknown_features_is_refused() -> None:
    scorer = Scorer(("no such feature",), shipped_model().body.forest)
    with pytest.raises(ModelError, match="no such feature"):
        scorer({"size": np.zeros(1)})


def test_the_shipped_models_are_small() -> None:
    folder = Path(boards.__file__).parent
    assert sum(file.stat().st_size for file in folder.glob("boards-*")) < 8_000_000


def test_the_network_gives_three_probabilities_a_token() -> None:
    probability = shipped_network()(["<h1>", "คำ", "</h1>", "never seen before"])
    assert probability.shape == (4, 3)
    assert probability.sum(axis=1) == pytest.approx(np.ones(4), abs=1e-5)


def test_long_pages_go_through_in_pieces_without_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    network = shipped_network()
    tokens = ["<div>", "คำ", "<br>", "</div>", "<p>"] * 40
    whole = network(tokens)
    monkeypatch.setattr(boards, "CHUNK", 33)
    assert network(tokens) == pytest.approx(whole, abs=1e-5)


def test_no_tokens_give_no_labels() -> None:
    assert shipped_network()([]).shape == (0, 3)


def test_a_missing_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="there is no model"):
        read_network(tmp_path / "boards-lstm.onnx")


def test_without_onnxruntime_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(UsageError, match=r"kaensan\[boards\]"):
        read_network(shipped_path("lstm/boards-lstm.onnx"))


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        ("{", "damaged"),
        ("{}", "damaged"),
        ('{"format": 99, "sha256": ""}', "format 99"),
        ('{"format": 1, "sha256": "0"}', "checksum"),
    ],
)
def test_a_damaged_or_foreign_network_is_refused(card: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "n.onnx").write_bytes(b"weights")
    (tmp_path / "n.json").write_text(card)
    with pytest.raises(ModelError, match=problem):
        read_network(tmp_path / "n.onnx")


def test_the_card_of_the_network_says_how_it_was_trained() -> None:
    card = shipped_network().network.card
    assert card["options"]["embedding"] == 512
    assert card["options"]["units"] == 128
    assert card["trained_on"]["data"] == "thaiboards.train"
    assert json.dumps(card["vocabulary"], ensure_ascii=False).count("<div>") == 1


def test_a_forest_may_have_no_trees() -> None:
    empty = BitForest(
        np.zeros((0, 15), np.int16),
        np.zeros((0, 15), np.float32),
        np.zeros((0, 15), np.uint16),
        np.zeros((0, 16), np.float32),
    )
    assert empty(np.zeros((1, 2), np.float32)).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("questions", [1, 3, 4, 5])
def test_a_forest_reaches_the_lowest_leaf_that_no_answer_rules_out(questions: int) -> None:
    """Question n asks whether column n is above n; a no to it leaves the leaves beyond n."""
    number = np.arange(questions)
    forest = BitForest(
        number[None].astype(np.int16),
        number[None].astype(np.float32),
        (0xFFFF ^ (1 << number))[None].astype(np.uint16),
        np.arange(16, dtype=np.float32)[None],
    )
    cases = np.random.default_rng(5).uniform(-1, questions + 1, (questions, 300)).astype(np.float32)
    first_yes = [next((at for at in range(questions) if case[at] <= at), questions) for case in cases.T]
    assert forest(cases).tolist() == first_yes


def test_some_rows_score_as_they_do_among_all() -> None:
    scorer = shipped_model().date
    random = np.random.default_rng(6)
    features = {name: random.normal(0, 2, 40) for name in scorer.columns}
    some = np.array([3, 17, 39])
    assert scorer(features, some).tolist() == scorer(features)[some].tolist()


def test_a_forest_that_asks_about_columns_that_it_has_not_is_refused() -> None:
    question = (1, 15)
    forest = BitForest(
        np.full(question, 2, np.int16),
        np.zeros(question, np.float32),
        np.zeros(question, np.uint16),
        np.zeros((1, 16), np.float32),
    )
    with pytest.raises(ModelError, match="does not name"):
        forest(np.zeros((2, 1), np.float32))


def test_a_forest_with_leaves_missing_is_refused() -> None:
    question = (2, 15)
    with pytest.raises(ValueError, match="questions and leaves"):
        BitForest(
            np.zeros(question, np.int16),
            np.zeros(question, np.float32),
            np.zeros(question, np.uint16),
            np.zeros((1, 16), np.float32),
        )
