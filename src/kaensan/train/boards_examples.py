"""Training examples for the post model: pages as features with what is known about their posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from kaensan.gold.datasets import GoldPage, load, names
from kaensan.gold.marked import read_marked
from kaensan.methods.boards.group_features import group_features
from kaensan.methods.boards.groups import Groups, find_groups, looks
from kaensan.methods.boards.rows import Rows, read_rows
from kaensan.methods.lstm.tokens import Label
from kaensan.page import Page, parse
from kaensan.threads.post_features import PostTexts
from kaensan.threads.post_records import find_records
from kaensan.train.boards_pages import ENGINE_OF_BOARD, Marks, marks_of
from kaensan.train.boards_variants import vary
from kaensan.train.mark_selectors import select
from kaensan.train.sites import Sites

__all__ = ["Example", "Labelled", "Source", "labelled_groups", "labelled_texts", "marked_page", "read_examples"]

Features = Mapping[str, NDArray[np.float64]]
_WCXB_VARIANTS = 3
"""variants of a real page: they are few, and each layout is another"""


@dataclass(frozen=True)
class Labelled:
    """Candidates of one page for one task."""

    features: Features
    target: NDArray[np.float64]
    """how right each candidate is, 0…1"""
    part: NDArray[np.int64]
    """candidates of the same part compete: groups of a page, texts of a post"""


@dataclass(frozen=True)
class Source:
    """Where an example is from."""

    id: str
    engine: str
    fold: int
    """all boards of one software are in one fold"""
    board: str | None
    """the board of a page of thaiboards"""
    made: bool = False
    """whether we made it"""


@dataclass(frozen=True)
class Example:
    """One page, or a variant of one."""

    source: Source
    varied: bool
    groups: Labelled
    authors: Labelled | None = None
    dates: Labelled | None = None


def read_examples(folder: Path, sites: Sites, seed: int = 0, jobs: int = 1) -> list[Example]:
    """The pages of thaiboards and the forum pages of WCXB dev, with variants; none where the folder has neither."""
    known = names(folder)
    boards = [name for name in ("thaiboards.train", "wcxb.dev") if name in known]
    pages = (gold for name in boards for gold in load(folder, name) if gold.board or gold.page_type == "forum")
    with Pool(jobs) as pool:
        made = pool.imap(_examples_of, ((gold, sites.software_fold(gold), seed) for gold in pages), chunksize=4)
        return [example for examples in made for example in examples]


def _examples_of(given: tuple[GoldPage, int, int]) -> list[Example]:
    """The examples of one page; what is drawn for its variants depends on its id and the seed alone."""
    gold, fold, seed = given
    rng = np.random.default_rng([seed, crc32(gold.id.encode())])
    if gold.board:
        page, bodies, _ = marked_page(gold)
        source = Source(gold.id, ENGINE_OF_BOARD[gold.board], fold, gold.board)
        return list(_with_variants(page, bodies, 1, rng, source, gold))
    page = parse(gold.html, gold.url)
    marked = marks_of(page, gold.id)
    if not marked:
        return []
    engine, marks = marked
    bodies = select(page.elements, marks.body)
    source = Source(gold.id, engine, fold, None)
    return list(_with_variants(page, bodies, _WCXB_VARIANTS, rng, source, marks))


def marked_page(gold: GoldPage) -> tuple[Page, list[int], NDArray[np.bool_]]:
    """A marked page, the elements that are marked as content, and the rows that are marked as title."""
    page, tokens, labels = read_marked(gold.marked or "", words=lambda text: [text])
    opened = np.zeros(len(page.elements), np.bool_)
    pairs = np.flatnonzero(tokens.opening >= 0)
    opened[pairs] = labels[tokens.opening[pairs]] == Label.C
    above = np.where(page.elements.parent >= 0, opened[page.elements.parent], False)
    has_text = page.elements.end_text > page.elements.first_text
    title = np.zeros(len(page.texts), np.bool_)
    title[tokens.row[(tokens.row >= 0) & (labels == Label.T)]] = True
    return page, np.flatnonzero(opened & ~above & has_text).tolist(), title


def _with_variants(
    page: Page,
    bodies: list[int],
    variants: int,
    rng: np.random.Generator,
    source: Source,
    known: GoldPage | Marks,
) -> Iterator[Example]:
    rows = read_rows(page)
    looked = looks(page.elements)
    texts = PostTexts(page, rows, find_records(page, bodies, looked), looked)
    if isinstance(known, GoldPage):
        authors, dates = _told(texts, known)
    else:
        authors, dates = _selected(page, texts, len(bodies), known)
    yield Example(source, False, labelled_groups(page, rows, bodies), authors, dates)
    for number in range(variants):
        varied = vary(page, bodies, number, rng)
        if varied:
            yield Example(source, True, labelled_groups(varied[0], read_rows(varied[0]), varied[1]))


def labelled_groups(page: Page, rows: Rows, bodies: list[int]) -> Labelled:
    """The groups of a page, by how well each agrees with the bodies of its posts."""
    groups = find_groups(page.elements)
    features = group_features(page, rows, groups)
    return Labelled(features, _right(page, rows, groups, bodies), np.zeros(len(groups), np.int64))


def _right(page: Page, rows: Rows, groups: Groups, bodies: list[int]) -> NDArray[np.float64]:
    """The F1 of each group's text against that of the bodies, in characters."""
    elements = page.elements
    length = page.texts.length * rows.shown
    wanted = np.zeros(len(length))
    for body in bodies:
        wanted[elements.first_text[body] : elements.end_text[body]] = 1
    all_text = np.append(0, np.cumsum(length))
    right = np.append(0, np.cumsum(length * wanted))
    first, end = elements.first_text[groups.members], elements.end_text[groups.members]
    found = np.add.reduceat(all_text[end] - all_text[first], groups.start[:-1])
    shared = np.add.reduceat(right[end] - right[first], groups.start[:-1])
    score: NDArray[np.float64] = 2 * shared / np.maximum(found + right[-1], 1)
    return score


def _told(texts: PostTexts, gold: GoldPage) -> tuple[Labelled | None, Labelled | None]:
    """Labels from the authors and dates of the gold."""
    authors = [" ".join((post.author or "").split()) for post in gold.posts]
    dates = [" ".join((post.date or "").split()) for post in gold.posts]
    said = list(zip(texts.post.tolist(), texts.text, strict=True))
    author = np.array([authors[post] == text for post, text in said], np.float64)
    date = np.array([dates[post] == text for post, text in said], np.float64)
    return labelled_texts(texts, author, ~texts.dated), labelled_texts(texts, date, texts.dated)


def _selected(page: Page, texts: PostTexts, posts: int, marks: Marks) -> tuple[Labelled | None, Labelled | None]:
    """Labels from selectors, where they find something in nearly every post."""
    found: list[Labelled | None] = []
    for selector, among in ((marks.author, ~texts.dated), (marks.date, texts.dated)):
        inside = np.zeros(len(page.texts), np.bool_)
        for element in select(page.elements, selector) if selector else []:
            inside[page.elements.first_text[element] : page.elements.end_text[element]] = True
        target = (inside[texts.row] & among).astype(np.float64)
        if marks.last:
            _keep_last(target, texts.post)
        covered = len(set(texts.post[target > 0].tolist())) / posts
        found.append(labelled_texts(texts, target, among) if covered >= 0.9 else None)
    return found[0], found[1]


def _keep_last(target: NDArray[np.float64], post: NDArray[np.int32]) -> None:
    hits = np.flatnonzero(target)
    later = np.append(post[hits][1:] == post[hits][:-1], False) if len(hits) else np.zeros(0, np.bool_)
    target[hits[later]] = 0


def labelled_texts(texts: PostTexts, target: NDArray[np.float64], among: NDArray[np.bool_]) -> Labelled | None:
    """The candidates of the posts that have a right one."""
    solved = np.isin(texts.post, texts.post[target > 0])
    kept = np.flatnonzero(among & solved)
    if not len(kept):
        return None
    features = {name: column[kept] for name, column in texts.columns.items()}
    return Labelled(features, target[kept], texts.post[kept].astype(np.int64))
