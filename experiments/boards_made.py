"""The figures about made boards, each judged by a model that has not met its software: `experiments.boards made`."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from kaensan.methods.boards.model import PostModel
from kaensan.page import parse
from kaensan.page.normalise import normalise
from kaensan.threads.finder import find_thread
from kaensan.threads.fragment import Fragments
from kaensan.threads.thread import Post
from kaensan.train.made.boards.pages import MadePage, MadePost, make_pages
from kaensan.train.made.boards.templates import read_templates
from kaensan.train.made_examples import fold_of_template

__all__ = ["Tally", "made", "tally"]

_SEED = 1
"""of the pages that are measured: training has another"""
_PAGES = 6
"""of each template: three as its software writes them, three remodelled"""
_GOOD = 0.95
"""share of what is right from which a template is not listed"""


@dataclass
class Tally:
    """What was found on some pages."""

    pages: int = 0
    threads: int = 0
    wanted: int = 0
    right: Counter[str] = field(default_factory=Counter)
    besides: int = 0
    failed: list[tuple[str, str]] = field(default_factory=list)
    """what went wrong, and on which page"""

    @property
    def share(self) -> float:
        """The share of posts, or of pages without a thread, about which all is right."""
        return self.right["all"] / self.wanted if self.wanted else 1 - self.threads / self.pages

    def row(self, name: str) -> str:
        """A row of the table."""
        shares = " | ".join(f"{100 * self.right[part] / max(self.wanted, 1):.1f}" for part in _PARTS)
        return f"| {name} | {self.pages} | {self.threads} | {self.wanted} | {shares} | {self.besides} |"


_PARTS = ("text", "author", "date", "all")
_HEAD = (
    "| | pages | called threads | posts | text | author | date | all | found besides |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def made(without: Callable[[int], PostModel]) -> None:
    """Print what is found on made boards, and which pages without a thread are called one."""
    groups: dict[str, Tally] = defaultdict(Tally)
    for template in read_templates():
        model = without(fold_of_template(template))
        for number, page in enumerate(make_pages(template, _PAGES, _SEED)):
            kind = "no thread" if template.kind == "none" else ("as written", "remodelled")[number % 2]
            for name in (kind, f"– {template.name}"):
                tally(page, model, groups[name])
    print(f"\n## Made boards, each by a model that has not met its software: {_PAGES} pages a template\n\n{_HEAD}")
    for name in ("as written", "remodelled", "no thread"):
        print(groups.pop(name).row(name))
    for name, found in sorted(groups.items(), key=lambda group: group[1].share):
        if found.share < _GOOD:
            print(found.row(name))


def tally(page: MadePage, model: PostModel, into: Tally) -> None:
    """Count what a model finds on a page."""
    thread = find_thread(parse(page.html, page.url), model)
    if not page.posts and thread is not None and thread.kind == "comments":
        thread = None  # rightly
    into.pages += 1
    into.threads += thread is not None and thread.kind != "comments"
    waiting: dict[str, deque[Post]] = defaultdict(deque)
    whole: dict[str, str] = {}  # the text of a post by its own words, where it quotes as well
    for post in thread.posts if thread else ():
        waiting[_squeezed(post.text)].append(post)
        whole[_squeezed(post.own_text)] = _squeezed(post.text)
    for wanted, text in zip(page.posts, _texts(page), strict=True):
        into.wanted += 1
        queue = waiting[text] or waiting[whole.get(text, "")]
        if not queue:
            into.failed.append(("no thread" if thread is None else "text", page.id))
            continue
        post = queue.popleft()
        named, dated = _named(post, wanted), _dated(post, wanted)
        into.right.update({"text": 1, "author": int(named), "date": int(dated), "all": int(named and dated)})
        into.failed += [(what, page.id) for what, right in (("author", named), ("date", dated)) if not right]
    besides = sum(map(len, waiting.values()))
    into.besides += besides
    into.failed += [("besides", page.id)] * besides


def _named(post: Post, wanted: MadePost) -> bool:
    return _squeezed(post.author).lstrip("@") == _squeezed(wanted.author)


def _dated(post: Post, wanted: MadePost) -> bool:
    """Whether the date is right as written; a page may show none."""
    if wanted.date is None:
        return True
    said, shown = _squeezed(post.date_text), _squeezed(wanted.date)
    return bool(said) and (said in shown or shown in said)


def _texts(page: MadePage) -> list[str]:
    """The posts as they should be found."""
    elements, texts = page.page.elements, page.page.texts
    bodies = [post.body for post in page.posts]
    without = []
    for post in page.posts:
        first, end = int(elements.first_text[post.body]), int(elements.end_text[post.body])
        without += [(first, post.words[0]), (post.words[1], end)]
    return [_squeezed(text) for text in Fragments(page.page, texts.visible).texts(bodies, without)]


def _squeezed(text: str | None) -> str:
    return "".join(normalise(text or "").split())
