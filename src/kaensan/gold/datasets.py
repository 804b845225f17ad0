"""The reference pages: one zstd-compressed file of JSON lines per dataset and split, `NAME.SPLIT.jsonl.zst`."""

from __future__ import annotations

import base64
import binascii
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kaensan.errors import InputError
from kaensan.extras import from_extra
from kaensan.page.safe_readers import load_json

__all__ = [
    "LEARNED",
    "UNSPACED",
    "GoldPage",
    "GoldPost",
    "count",
    "load",
    "names",
    "read_record",
    "splits",
    "write_pages",
]

UNSPACED = frozenset({"th", "lo", "km", "my", "zh", "ja"})
"""Languages written without spaces between words: measured by characters, not by words."""

LEARNED = frozenset(
    {
        *("wcxb.dev", "scrapinghub-aeb.dev", "readability.dev", "trafilatura-eval.dev", "thaiboards.train"),
        *("fundus.dev", "mercury.dev", "newspaper.dev", "recipes.dev"),
    }
)
"""The datasets that the shipped models may have been trained on: their scores there say little about other pages."""

_SUFFIX = ".jsonl.zst"
_WINDOW = 1 << 27  # bytes that the compressor of a dataset may look back


@dataclass(frozen=True)
class GoldPost:
    """One post of a board page, as it should be found."""

    author: str | None
    date: str | None
    text: str


@dataclass(frozen=True)
class GoldPage:
    """A page with what should be found in it."""

    id: str
    dataset: str
    split: str
    html: bytes
    """the page as it was served, in its own encoding"""
    text: str | None
    """the main text, one block a line; None where the source has only snippets"""
    url: str | None = None
    lang: str | None = None
    page_type: str | None = None
    title: str | None = None
    author: str | None = None
    date: str | None = None
    must: tuple[str, ...] = ()
    """snippets that an extraction must hold"""
    must_not: tuple[str, ...] = ()
    """snippets that an extraction must not hold"""
    comments: str | None = None
    """user comments, where the source keeps them apart from the text"""
    reconstructed: bool = False
    """the source has only rows of text with tag paths; the markup was rebuilt from them"""
    board: str | None = None
    marked: str | None = None
    """the markup of a board page with `<<<T>>>` and `<<<C>>>` around its title and posts"""
    posts: tuple[GoldPost, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def spaced(self) -> bool:
        """True when spaces separate the words of the page's language."""
        return self.lang not in UNSPACED


def names(folder: str | Path) -> list[str]:
    """The datasets of a folder, each as `NAME.SPLIT`."""
    root = Path(folder)
    if not root.is_dir():
        raise InputError(f"{root} is not a folder; name the folder of the reference pages with --data")
    return sorted(path.name.removesuffix(_SUFFIX) for path in root.glob("*.*" + _SUFFIX))


def splits(folder: str | Path, name: str) -> list[str]:
    """A dataset as `NAME.SPLIT`: itself when `name` says the split, else each of its splits."""
    known = names(folder)
    wanted = [entry for entry in known if entry == name or entry.rpartition(".")[0] == name]
    if not wanted:
        raise InputError(f"there is no dataset {name!r} in {folder}; it has {', '.join(known) or 'none'}")
    return wanted


def load(folder: str | Path, name: str) -> Iterator[GoldPage]:
    """The pages of one dataset, read as they are asked for.

    `name` is `NAME.SPLIT`, or `NAME` for all its splits one after another.
    """
    return _pages(_lines([Path(folder) / (split + _SUFFIX) for split in splits(folder, name)]))


def count(folder: str | Path, name: str) -> int:
    """How many pages a dataset has."""
    return sum(1 for _ in _lines([Path(folder) / (split + _SUFFIX) for split in splits(folder, name)]))


def write_pages(path: Path, pages: Iterable[dict[str, Any]]) -> None:
    """Write a dataset: records as the format has them, but `html` as bytes and `id` without the dataset before it.

    A language that is not told is guessed where the script of the gold text tells it.
    """
    zstandard = _zstandard()
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file, zstandard.ZstdCompressor(level=10).stream_writer(file) as packed:
        for page in pages:
            record = {"lang": _script_language(page.get("text") or "")} | page
            record |= {"id": f"{page['dataset']}/{page['id']}", "html": base64.b64encode(page["html"]).decode()}
            packed.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
    part.rename(path)


def _script_language(text: str) -> str | None:
    """Thai, Japanese or Chinese by what most letters are; None for anything else.

    >>> _script_language("ภาษาไทย"), _script_language("日本語のページ"), _script_language("Text")
    ('th', 'ja', None)
    """
    letters = [letter for letter in text if letter.isalpha()]
    thai, kana, han = (
        sum(low <= letter <= high for letter in letters)
        for low, high in (("\u0e01", "\u0e3a"), ("\u3041", "\u30ff"), ("\u4e00", "\u9fff"))
    )
    if 2 * (thai + kana + han) <= len(letters):
        return None
    return "th" if thai > kana + han else "ja" if kana * 10 > han else "zh"


def _zstandard() -> Any:
    with from_extra("bench", "reading reference pages"):
        import zstandard
    return zstandard


def _lines(files: list[Path]) -> Iterator[tuple[Path, bytes]]:
    zstandard = _zstandard()
    for path in files:
        try:
            with path.open("rb") as file:
                reader = zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(file)
                yield from ((path, line) for line in io.BufferedReader(reader, 1 << 20))
        except zstandard.ZstdError as error:
            raise InputError(f"{path} is damaged ({error}); fetch it again") from error


def _pages(lines: Iterator[tuple[Path, bytes]]) -> Iterator[GoldPage]:
    for number, (path, line) in enumerate(lines, start=1):
        try:
            yield _gold_page(read_record(line))
        except (ValueError, KeyError, TypeError, InputError) as error:
            raise InputError(f"page {number} of {path} cannot be read ({error}); fetch the file again") from error


def read_record(line: bytes, *, plain: bool = False) -> dict[str, Any]:
    """One line of a dataset as its fields, `html` as bytes.

    With `plain`, a line may also have its page as text: `html` is then a string.
    """
    try:
        record = load_json(line)
        html = record["html"]
        if not isinstance(html, str):
            raise TypeError
        try:
            record["html"] = base64.b64decode(html, validate=True)
        except (ValueError, binascii.Error):
            if not plain:
                raise
    except (ValueError, KeyError, TypeError):
        raise InputError("this is no line of a dataset: JSON with the page as base64 in `html`") from None
    fields: dict[str, Any] = record
    return fields


def _gold_page(record: dict[str, Any]) -> GoldPage:
    marked = record.get("marked")
    return GoldPage(
        id=record["id"],
        dataset=record["dataset"],
        split=record["split"],
        html=record["html"],
        text=record.get("text"),
        url=record.get("url"),
        lang=record.get("lang"),
        page_type=record.get("page_type"),
        title=record.get("title"),
        author=record.get("author"),
        date=record.get("date"),
        must=tuple(record.get("with") or ()),
        must_not=tuple(record.get("without") or ()),
        comments=record.get("comments"),
        reconstructed=bool(record.get("reconstructed", False)),
        board=record.get("board"),
        marked=None if marked is None else base64.b64decode(marked).decode("utf-8"),
        posts=tuple(
            GoldPost(post.get("author"), post.get("date"), post.get("text") or "") for post in record.get("posts") or ()
        ),
        extra=record.get("extra") or {},
    )
