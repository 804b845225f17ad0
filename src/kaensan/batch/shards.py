"""The inputs of a run: what each one is and what its output will be called."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from kaensan.errors import InputError, UsageError
from kaensan.extras import from_extra

__all__ = ["KINDS", "Shard", "file_state", "find_shards", "is_url", "open_input", "unique", "walk"]

KINDS = ("warc", "parquet", "jsonl", "html", "urls")

_ENDINGS = {
    "warc": (".warc", ".wet"),
    "parquet": (".parquet", ".pq"),
    "jsonl": (".jsonl", ".ndjson", ".json"),
    "html": (".html", ".htm", ".xhtml"),
    "urls": (".txt", ".urls", ".lst"),
}
_COMPRESSED = (".gz", ".zst", ".zstd")

_HASHED_WHOLE = 64 << 20
"""Bytes up to which a whole file is hashed to see whether it has changed, which takes a tenth of a second."""
_PIECES, _PIECE = 32, 1 << 16
"""Of larger files, so many pieces of so many bytes, spread from the start to the end."""


@dataclass(frozen=True)
class Shard:
    """One input with an output file of its own."""

    number: int
    kind: str
    location: str
    """a path or an fsspec URL; for `html` also a folder or a pattern"""
    name: str
    """of the output file, without its ending"""
    size: int | None
    """bytes, None where they are not known"""
    state: str | None = None
    """what tells whether a file has changed, None where it is not known; not used for folders"""
    files: tuple[str, ...] = ()
    """the pages of a folder or pattern, in the order in which they are read"""

    @property
    def compression(self) -> str | None:
        """`gz`, `zst` or None, by the name."""
        if self.location.endswith(".gz"):
            return "gz"
        return "zst" if self.location.endswith((".zst", ".zstd")) else None


def find_shards(inputs: Sequence[str], kind: str | None = None) -> list[Shard]:
    """The shards that the arguments name, in their order, each once.

    A pattern names one shard per file, except that HTML files that it finds are one shard together, as are those of
    a folder. What a folder holds besides HTML, if it holds no HTML, is a shard per file.
    """
    if kind is not None and kind not in KINDS:
        raise UsageError(f"there is no kind of input {kind!r}; choose one of {', '.join(KINDS)}")
    named: dict[tuple[str, str], None] = {}
    for given in inputs:
        named |= dict.fromkeys(_expand(given, kind))
    shards: list[Shard] = []
    taken: set[str] = set()
    for number, (shard_kind, location) in enumerate(named):
        name = unique(_stem(location), taken)
        if shard_kind == "html":
            shards.append(Shard(number, shard_kind, location, name, None, files=tuple(_html_files(location))))
        else:
            shards.append(Shard(number, shard_kind, location, name, _size(location), _state(location)))
    return shards


def open_input(location: str) -> Any:
    """A binary file, local or behind an fsspec URL."""
    if not is_url(location):
        return Path(location).open("rb")
    return _filesystem(location).open(location, "rb")


def file_state(path: str) -> str | None:
    """The size of a file and when it was last written; None where it cannot be asked."""
    try:
        if is_url(path):
            return str(_filesystem(path).ukey(path))
        known = Path(path).stat()
    except (OSError, NotImplementedError):
        return None
    return f"{known.st_size} {known.st_mtime_ns}"


def _state(location: str) -> str | None:
    """What tells a file from another of the same size and time: a hash of it, or of pieces where it is large."""
    if is_url(location):
        return file_state(location)
    seen = sha256()
    try:
        with Path(location).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            step = 0 if size <= _HASHED_WHOLE else (size - _PIECE) // (_PIECES - 1)
            for number in range(_PIECES if step else 1):
                file.seek(number * step)
                seen.update(file.read(_PIECE if step else -1))
    except OSError:
        return None  # it will be reported when the shard is opened
    return f"{size} {seen.hexdigest()}"


def _html_files(location: str) -> Iterator[str]:
    """The files of an HTML shard: a folder, a pattern, or one file."""
    if not is_url(location) and Path(location).is_dir():
        return walk(location)
    if not glob.has_magic(location) or (not is_url(location) and Path(location).exists()):
        return iter((location,))
    return iter(_remote(location) if is_url(location) else _matches(location))


def _matches(pattern: str) -> list[str]:
    return sorted(path for path in glob.glob(pattern, recursive=True) if Path(path).is_file())  # noqa: PTH207


def _expand(given: str, kind: str | None) -> Iterator[tuple[str, str]]:
    if is_url(given):
        paths = _remote(given) if glob.has_magic(given) else [given]
    elif Path(given).is_dir():
        yield from _folder(given, kind)
        return
    elif glob.has_magic(given) and not Path(given).exists():
        paths = _matches(given)
    elif Path(given).exists():
        paths = [given]
    else:
        raise InputError(f"there is no {given}; give a file, a folder, a pattern or an fsspec URL")
    if not paths:
        raise InputError(f"no file matches {given}")
    kinds = [kind or _kind(path) for path in paths]
    if set(kinds) == {"html"}:
        yield "html", given
    else:
        yield from zip(kinds, paths, strict=True)


def _folder(given: str, kind: str | None) -> Iterator[tuple[str, str]]:
    if kind == "html" or next(walk(given), None) is not None:
        yield "html", given
        return
    files = sorted(str(path) for path in Path(given).rglob("*") if path.is_file())
    known = [(kind or guessed, path) for path in files if (guessed := _guess(path))]
    if not known:
        raise InputError(f"the folder {given} holds no pages and no archives of pages")
    yield from known


def walk(folder: str) -> Iterator[str]:
    """The HTML files of a folder and the folders in it, in the order of their names."""
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.lower().endswith(_ENDINGS["html"]):
                yield str(Path(place) / name)


def _kind(path: str) -> str:
    if guessed := _guess(path):
        return guessed
    raise InputError(f"what {path} holds cannot be told from its name; say so with --kind ({', '.join(KINDS)})")


def _guess(path: str) -> str | None:
    name = path.lower().split("?")[0]
    for ending in _COMPRESSED:
        name = name.removesuffix(ending)
    return next((kind for kind, endings in _ENDINGS.items() if name.endswith(endings)), None)


def _stem(location: str) -> str:
    name = location.rstrip("/").split("?")[0].rsplit("/", 1)[-1]
    for endings in (_COMPRESSED, *_ENDINGS.values()):
        for ending in endings:
            name = name.removesuffix(ending)
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name).strip(".") or "pages"


def unique(stem: str, taken: set[str]) -> str:
    """A name that no other shard has, also where case does not count; it is taken from now on."""
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name


def _size(location: str) -> int | None:
    try:
        if not is_url(location):
            return Path(location).stat().st_size
        size: int | None = _filesystem(location).info(location).get("size")
    except OSError:
        return None  # it will be reported when the shard is opened
    return size


def is_url(location: str) -> bool:
    """Whether a location lies behind an fsspec URL."""
    return "://" in location


def _remote(pattern: str) -> Iterable[str]:
    filesystem = _filesystem(pattern)
    return [filesystem.unstrip_protocol(path) for path in sorted(filesystem.glob(pattern))]


def _filesystem(location: str) -> Any:
    with from_extra("batch", "reading from an address like this"):
        import fsspec
    try:
        return fsspec.core.url_to_fs(location)[0]
    except (ImportError, ValueError) as error:
        raise UsageError(f"{location} cannot be opened ({error})") from None
