"""Training on a handful of marked pages: the network, the forests, and what they are trained on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from kaensan import InputError, parse
from kaensan.cli import main
from kaensan.gold.datasets import GoldPage, GoldPost
from kaensan.methods.boards.candidates import find_candidates
from kaensan.methods.boards.model import shipped_model
from kaensan.methods.lstm.method import Lstm
from kaensan.methods.lstm.model import _session, read_network
from kaensan.methods.lstm.tokens import Label
from kaensan.train.boards import PostOptions, fit_post_models, fit_thread
from kaensan.train.boards_examples import Example, Source, _with_variants, marked_page
from kaensan.train.boards_pages import marks_of
from kaensan.train.boards_variants import vary
from kaensan.train.lstm import Vocabulary, marked_pages, train_network
from kaensan.train.lstm_network import NetworkOptions, export_onnx, predict
from kaensan.train.mark_selectors import select
from kaensan.train.sites import Sites
from kaensan.train.thread_examples import ThreadExample, thread_example

torch.set_num_threads(1)  # small networks gain nothing from threads, and lose much where cores are shared

WORDS = ["rain", "river", "stone", "bridge", "letter", "garden", "window", "paper", "morning", "field"]


def marked(number: int, posts: int = 4) -> str:
    rng = np.random.default_rng(number)

    def some(count: int) -> str:
        return " ".join(rng.choice(WORDS, count))

    listed = "".join(
        f'<div class="post"><b class="who">person{at}</b><i class="when">{at + 1} May 2023 10:0{at}</i>'
        f'<<<C>>><div class="said">{some(12)} {number} {at}</div><<</C>>></div>'
        for at in range(posts)
    )
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in WORDS[:5])
    return f"<title>t</title><body><ul>{menu}</ul><<<T>>><h1>{some(4)}</h1><<</T>>>{listed}<p>The end</p>"


def gold(number: int) -> GoldPage:
    source = marked(number)
    posts = tuple(GoldPost(f"person{at}", f"{at + 1} May 2023 10:0{at}", "") for at in range(4))
    return GoldPage(str(number), "mine", "train", b"", "", board="vb3", marked=source, posts=posts)


# Selectors

HTML = '<div class="a b" id=one><p>x</p><p class=c>y</p></div><div id=two><span><p data-k=v1>z</p></span></div><p></p>'


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("p", ["x", "y", "z"]),
        ("div.a p", ["x", "y"]),
        ("#two > p", []),
        ("#two p", ["z"]),
        ("#one > p.c", ["y"]),
        ("p !.c", ["x", "z"]),
        ("[data-k]", ["z"]),
        ("[data-k=v1],.c", ["y", "z"]),
        ("[data-k^=v]", ["z"]),
        ("[data-k$=2]", []),
        ("[id*=wo]", ["z"]),
        (".a.b", ["x y"]),
        ("", []),
    ],
)
def test_selectors_find_what_css_would(selector: str, found: list[str]) -> None:
    page = parse(HTML)
    texts = [
        " ".join(page.texts.strings[page.elements.first_text[row] : page.elements.end_text[row]])
        for row in select(page.elements, selector)
    ]
    assert texts == found


def test_a_selector_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(ValueError, match="selector"):
        select(parse(HTML).elements, "p:first-child")


def test_the_software_of_a_page_is_known_by_its_names() -> None:
    page = parse('<div class="message-userContent"><div class="bbWrapper">Hi</div></div>')
    found = marks_of(page, "wcxb/dev-9999")
    assert found is not None
    assert found[0] == "xenforo"
    assert marks_of(parse("<p>Hi"), "wcxb/dev-9999") is None


# Examples


def test_marks_say_which_elements_are_bodies_and_which_rows_are_the_title() -> None:
    page, bodies, title = marked_page(gold(1))
    assert [page.elements.get(body, "class") for body in bodies] == ["said"] * 4
    assert title.sum() == 1
    assert page.texts.heading[title].tolist() == [1]


@pytest.mark.parametrize("number", range(3))
def test_a_variant_keeps_some_bodies_and_their_marks(number: int) -> None:
    page, bodies, _ = marked_page(gold(1))
    varied = vary(page, bodies, number, np.random.default_rng(3))
    assert varied is not None
    other, marked_bodies = varied
    assert 1 <= len(marked_bodies) <= len(bodies)
    words = set(" ".join(page.texts.strings).split())
    for body in marked_bodies:
        first, end = other.elements.first_text[body], other.elements.end_text[body]
        assert set(" ".join(other.texts.strings[first:end]).split()) <= words
    assert bool(number % 3 == 0) == any(name == "class" for attrs in other.elements.attrs for name, _ in attrs)


def examples() -> list[Example]:
    rng = np.random.default_rng(0)
    found: list[Example] = []
    for number in range(6):
        page, bodies, _ = marked_page(gold(number))
        found += _with_variants(page, bodies, 1, rng, Source(str(number), "mine", number % 2, "vb3"), gold(number))
    return found


def test_an_example_knows_the_right_group_author_and_date() -> None:
    example = examples()[0]
    assert example.groups.target.max() == pytest.approx(1.0)
    assert example.authors is not None
    assert example.dates is not None
    assert example.authors.target.sum() == example.dates.target.sum() == 4


def test_the_forests_learn_the_pages_and_learn_them_again_alike() -> None:
    found = examples()
    options = PostOptions(group_trees=8, text_trees=8, thread_trees=8)
    threads = thread_rows()
    model, again = (fit_post_models([None], found, threads, options)[0] for _ in range(2))
    for example in found[:4]:
        score = model.body(example.groups.features)
        assert example.groups.target[int(np.argmax(score))] > 0.9
        assert score.tolist() == again.body(example.groups.features).tolist()


def thread_rows() -> list[ThreadExample]:
    """The candidates of some boards, and of the same pages where nobody wrote a post."""
    body = shipped_model().body
    rows: list[ThreadExample] = []
    for number in range(12):
        page, bodies, _ = marked_page(gold(number))
        label = np.zeros(page.texts.blocks, np.float32)
        for element in bodies:
            first, end = page.elements.first_text[element], page.elements.end_text[element]
            label[page.texts.block[first:end]] = 1
        size = np.full(len(label), 10, np.int32)
        rows.append(thread_example(find_candidates(page, body), number % 2, label, size))
        menu = parse("<h1>Shop</h1><ul>" + "".join(f"<li><a href=/{item}>Tea {item}</a></li>" for item in range(9)))
        rows.append(thread_example(find_candidates(menu, body), number % 2, None, None))
    return rows


def test_the_posts_of_a_board_are_told_from_a_menu() -> None:
    scorer = fit_thread(thread_rows(), PostOptions(thread_trees=20))
    page, _, _ = marked_page(gold(20))
    menu = parse("<h1>Shop</h1><ul>" + "".join(f"<li><a href=/{item}>Cups {item}</a></li>" for item in range(7)))
    board, other = (scorer(find_candidates(each, shipped_model().body).features).max() for each in (page, menu))
    assert board > other


def test_boards_of_one_software_are_never_on_both_sides() -> None:
    sites = Sites(software={"forum.example": "xenforo"})
    board = replace(gold(1), board="xf2")
    page = replace(gold(1), board=None, url="https://forum.example/threads/1")
    assert sites.software_fold(board) == sites.software_fold(page)
    assert sites.site(page) == "forum.example"


# The network


def test_tokens_that_occur_once_are_unknown() -> None:
    vocabulary = Vocabulary.of([["<p>", "a", "</p>"], ["<p>", "b", "</p>"]])
    assert vocabulary.tokens == ["<p>", "</p>"]
    assert vocabulary.numbers(["<p>", "a", "</p>"]).tolist() == [1, 0, 2]


def test_a_small_network_learns_the_marks_and_travels_as_onnx(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(marked(number), "utf-8")
    pages = [(tokens, labels) for _, tokens, labels in marked_pages(tmp_path)]
    options = NetworkOptions(embedding=16, units=12, epochs=40, batch=3, rate=0.02)
    network, vocabulary, curve = train_network(pages, options, "cpu")
    tokens, labels = pages[0]
    probability = predict(network, vocabulary.numbers(tokens))
    assert np.mean(probability.argmax(axis=1) == labels) > 0.95
    assert len(curve) == 40
    assert curve[-1].loss < curve[0].loss
    assert curve[-1].accuracy > curve[0].accuracy

    session = _session(export_onnx(network))
    state = np.zeros((1, 1, 12), np.float32)
    again = session.run(None, {"tokens": vocabulary.numbers(tokens), "hidden": state, "cell": state})[0]
    assert again == pytest.approx(probability, abs=0.05)


def test_the_same_pages_and_seed_give_the_same_network() -> None:
    threads = torch.get_num_threads()
    rng = np.random.default_rng(0)
    pages = [([str(token) for token in rng.integers(0, 9, 40)], rng.integers(0, 3, 40).astype(np.int8)) for _ in "abc"]
    options = NetworkOptions(embedding=8, units=8, epochs=3, batch=2, seed=4)
    once, again = (export_onnx(train_network(pages, options, "cpu")[0]) for _ in range(2))
    assert once == again
    assert torch.get_num_threads() == threads


def test_the_command_trains_a_network_that_the_method_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, out = tmp_path / "pages", tmp_path / "model"
    data.mkdir()
    for number in range(2):
        (data / f"{number}.html").write_text(marked(number, posts=1), "utf-8")
    assert main(["train", "lstm", str(data), "--epochs", "1", "--device", "cpu", "--out", str(out)]) == 0
    assert "2 pages" in capsys.readouterr().out
    method = Lstm(model=read_network(out / "boards-lstm.onnx"))
    labels = method.label(parse("<h1>rain</h1><p>river stone"))
    assert set(labels.evidence.system.tolist()) <= {int(label) for label in Label}


def test_a_folder_without_marked_pages_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="marked pages"):
        list(marked_pages(tmp_path))
