"""Made pages as examples: where their posts are, who wrote them and when, and which pages are no threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kaensan.methods.boards.candidates import find_candidates
from kaensan.methods.boards.groups import looks
from kaensan.methods.boards.model import Scorer
from kaensan.methods.boards.rows import read_rows
from kaensan.threads.post_features import PostTexts
from kaensan.threads.post_records import find_records
from kaensan.train.boards_examples import Example, Labelled, Source, labelled_groups, labelled_texts
from kaensan.train.boards_variants import vary
from kaensan.train.made.articles.pages import make_articles
from kaensan.train.made.articles.templates import Layout, read_layouts
from kaensan.train.made.boards.pages import MadePage, make_pages
from kaensan.train.made.boards.templates import Template, read_templates
from kaensan.train.sites import fold_of, site_of_layout
from kaensan.train.thread_examples import ThreadExample, thread_example
from kaensan.train.variants import stripped

__all__ = ["MADE_WEIGHT", "fold_of_template", "made_examples", "made_thread_examples"]

Made = TypeVar("Made")
Kind = TypeVar("Kind")

PAGES = 14
"""pages that are made of each template with posts: more teach no more"""
PAGES_WITHOUT = 8
"""pages of each template without a thread …"""
PAGES_OF_ARTICLES = 8
"""… and of each layout of articles"""
MADE_WEIGHT = 0.15
"""of a made page in what tells threads from other pages: many pages are of one layout"""
_POSTS = 6
"""posts of a page whose authors and dates are learned from"""
_VARIED = 0.35
"""share of the pages of which there is a variant with few posts, short ones or no names"""


def fold_of_template(template: Template) -> int:
    """The fold of a template: that of the real boards of its software."""
    return fold_of(f"software/{template.engine}")


def made_examples(seed: int = 0, jobs: int = 1, pages: int = PAGES) -> list[Example]:
    """The made pages with posts, and variants of some."""
    return _of_templates(
        partial(_examples_of, seed=seed, pages=pages), [each for each in read_templates() if each.kind != "none"], jobs
    )


def made_thread_examples(bodies: Sequence[Scorer], seed: int = 0, jobs: int = 1) -> list[ThreadExample]:
    """The candidates of all made pages, as they are and without names, each ranked by what has not met its software.

    Articles are no threads, whatever readers wrote under them.
    """
    threads = _of_templates(partial(_threads_of, bodies=bodies, seed=seed), read_templates(), jobs)
    return threads + _of_templates(partial(_articles_of, bodies=bodies, seed=seed), read_layouts(), jobs)


def _of_templates(make: Callable[[Kind], list[Made]], templates: Sequence[Kind], jobs: int) -> list[Made]:
    with Pool(jobs) as pool:
        return [example for examples in pool.imap(make, templates) for example in examples]


def _articles_of(layout: Layout, bodies: Sequence[Scorer], seed: int) -> list[ThreadExample]:
    fold = fold_of(site_of_layout(layout.name))
    pages = (made.page for made in make_articles(layout, PAGES_OF_ARTICLES, seed))
    candidates = (find_candidates(shown, bodies[fold]) for page in pages for shown in (page, stripped(page)))
    return [thread_example(found, fold, None, None, MADE_WEIGHT) for found in candidates if found.groups]


def _examples_of(template: Template, seed: int, pages: int) -> list[Example]:
    return [example for made in make_pages(template, pages, seed) for example in _with_variant(made, seed)]


def _with_variant(made: MadePage, seed: int) -> Iterator[Example]:
    page, template = made.page, made.template
    bodies = [post.body for post in made.posts]
    source = Source(made.id, template.engine, fold_of_template(template), None, made=True)
    rows, looked = read_rows(page), looks(page.elements)
    texts = PostTexts(page, rows, find_records(page, bodies, looked), looked)
    authors, dates = (labelled and _of_some_posts(labelled) for labelled in _signatures(made, texts))
    yield Example(source, False, labelled_groups(page, rows, bodies), authors, dates)
    rng = Random(f"{seed}/{made.id}")
    if rng.random() < _VARIED:
        varied = vary(page, bodies, rng.randrange(3), np.random.default_rng(rng.randrange(1 << 30)))
        if varied:
            yield Example(source, True, labelled_groups(varied[0], read_rows(varied[0]), varied[1]))


def _signatures(made: MadePage, texts: PostTexts) -> tuple[Labelled | None, Labelled | None]:
    author, date = np.zeros((2, len(made.page.texts)))
    for post in made.posts:
        author[slice(*post.author_rows)] = 1
        if post.date_rows:
            date[slice(*post.date_rows)] = 1
    return (
        labelled_texts(texts, author[texts.row] * ~texts.dated, ~texts.dated),
        labelled_texts(texts, date[texts.row] * texts.dated, texts.dated),
    )


def _of_some_posts(labelled: Labelled) -> Labelled:
    """The candidates of a few posts, the first and the last among them: the posts of a page are much alike."""
    posts = np.unique(labelled.part)
    kept = np.isin(labelled.part, posts[np.linspace(0, len(posts) - 1, min(len(posts), _POSTS)).round().astype(int)])
    features = {name: column[kept] for name, column in labelled.features.items()}
    return Labelled(features, labelled.target[kept], labelled.part[kept])


def _threads_of(template: Template, bodies: Sequence[Scorer], seed: int) -> list[ThreadExample]:
    fold = fold_of_template(template)
    found = []
    for made in make_pages(template, PAGES if template.kind != "none" else PAGES_WITHOUT, seed):
        label, size = _content(made) if made.posts else (None, None)
        for variant in (made.page, stripped(made.page)):
            candidates = find_candidates(variant, bodies[fold])
            if candidates.groups:
                found.append(thread_example(candidates, fold, label, size, MADE_WEIGHT))
    return found


def _content(made: MadePage) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """The share of every block that is words of a post, and its length."""
    texts = made.page.texts
    inside = np.zeros(len(texts))
    for post in made.posts:
        inside[slice(*post.words)] = 1
    begin = texts.block_start[:-1]
    size = np.add.reduceat(texts.length, begin)
    own = np.add.reduceat(texts.length * inside, begin)
    return (own / np.maximum(size, 1)).astype(np.float32), size.astype(np.int32)
