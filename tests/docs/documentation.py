"""The documentation as its reader sees it: pages, code blocks, links and anchors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["ROOT", "Block", "anchors", "blocks", "commands", "links", "pages"]

ROOT = Path(__file__).parents[2]

_NOT_RUN = re.compile(r"<!--\s*not run: (.+?)\s*-->")
_SHELL = frozenset({"sh", "bash", "shell", "console"})
_PROGRAMS = ("kaensan", "python", "pip", "make", "curl", "git", "docker", "uv", "npm", "npx", "ray", "cd")
_ONLINE = re.compile(r"\bkaensan\.fetch\(|\bClient\(|\burlopen\(|\bhttpx\.|\brequests\.")
_NEEDS = {
    "a network": re.compile(r"\bcurl\b|(?<!--url )(?<!--url=)\bhttps?://|\blocalhost\b|--engine ray"),
    "an installation": re.compile(r"^(?:pip|make|git|docker|uv|npm|npx|cd)\b|\bpip install\b|> ~/|fpath|\bman -l\b"),
    "reference pages": re.compile(r"--data\b|\bbench\b|\btrain\b|\bDATA\b|\.zst\b|\.warc\b|\.parquet\b"),
    "a service that runs until it is stopped": re.compile(r"\bkaensan serve\b|\buvicorn\b"),
    "something in the place of its capitals": re.compile(
        r"\[|\.\.\.|…|\b(?:SOURCE|DIR|FILE|FOLDER|COMMAND|SITE|URL|OUT|PAGE)\b"
    ),
}
"""what a command may need that a test does not have, and how such a command looks"""


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    page: Path
    line: int
    language: str
    """`python`, `doctest`, `shell`, or what the page says"""
    code: str
    not_run: str | None
    """why the page says it is not run: `<!-- not run: why -->` stands before it"""

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    """Every page of the documentation, and those at the top of the project."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def _tokens(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))


def blocks(page: Path) -> list[Block]:
    """The code blocks of a page, in order."""
    found: list[Block] = []
    not_run: str | None = None
    for token in _tokens(page):
        if token.type == "html_block":
            marked = _NOT_RUN.search(token.content)
            not_run = marked[1] if marked else not_run
        elif token.type in ("fence", "code_block") and token.map:
            code = token.content
            language = _language(token.info.strip(), code)
            if language == "python" and _ONLINE.search(code):
                not_run = not_run or "needs a network"
            found.append(Block(page, token.map[0] + 1, language, code, not_run))
            not_run = None
        elif token.type.endswith("_open"):
            not_run = None
    return found


def _language(info: str, code: str) -> str:
    name = info.split()[0].lower() if info else ""
    if code.lstrip().startswith(">>>"):
        return "doctest"
    if name in _SHELL or (not name and code.split()[:1] and code.split()[0] in _PROGRAMS):
        return "shell"
    return name


def commands(block: Block) -> Iterator[tuple[str, str | None]]:
    """The command lines of a shell block, each with what it needs that a test does not have."""
    code = block.code.replace("\\\n", " ")
    prompt = any(line.startswith("$ ") for line in code.splitlines())
    for line in code.splitlines():
        if prompt and not line.startswith("$ "):
            continue  # what the command prints
        command = re.sub(r"\s+#\s.*$", "", line.removeprefix("$ ")).strip()
        if not command or command.startswith("#"):
            continue
        needs = next((what for what, look in _NEEDS.items() if look.search(command)), None)
        yield " ".join(command.split()), block.not_run or needs


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead."""
    inline = [child for token in _tokens(page) for child in token.children or ()]
    targets = [child.attrs.get("href") or child.attrs.get("src") for child in inline]
    return [str(target) for target in targets if target]


def anchors(page: Path) -> set[str]:
    """The anchors that the headings of a page make, as MkDocs and GitHub name them."""
    tokens = _tokens(page)
    titles = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", title.replace("`", "")).strip().lower()) for title in titles}
