"""Where the results go: to the terminal, into one file, or into a folder with a file for each page."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TextIO

from kaensan.cli.inputs import Input
from kaensan.document import Document
from kaensan.errors import InputError, UsageError
from kaensan.render import RenderOptions

__all__ = ["FORMATS", "Form", "Output", "choose_form", "format_name", "open_output", "write_text"]

FORMATS = ("text", "markdown", "html", "json", "jsonl", "parquet")
"""What `extract` writes: the formats of a document, JSON lines, and a table."""

_SUFFIXES = {
    ".txt": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
"""the format that the ending of an output file names"""
_FOREIGN = frozenset(
    {".csv", ".tsv", ".xlsx", ".xls", ".docx", ".doc", ".odt", ".rtf", ".pdf", ".epub", ".xml", ".yaml"}
)
"""endings of files of other kinds, which nobody expects plain text in"""
_ENDINGS = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}
_HEADERS = {"text": "==> {} <==", "markdown": "<!-- {} -->", "html": "<!-- {} -->"}
_ROWS = 512
"""pages in a row group of a Parquet file: enough to compress well, few enough to hold in memory"""


@dataclass(frozen=True)
class Form:
    """How documents are written."""

    name: str
    """one of `FORMATS`"""
    options: RenderOptions = field(default_factory=RenderOptions)
    with_metadata: bool = False
    """whether text, Markdown and HTML begin with the title and what is known of the page"""

    @property
    def renderings(self) -> tuple[str, ...]:
        """What is made of each page ahead of writing it."""
        return (self.name,) if self.name in ("text", "markdown", "html") else ("text", "markdown")

    def write(self, document: Document) -> str:
        if not self.with_metadata:
            return document.render(self.name, self.options)
        title = None if _begins_with_title(document) else document.title
        options = replace(self.options, title=title, front_matter=document.metadata.front_matter())
        return document.render(self.name, options)

    def row(self, page: Input, document: Document) -> dict[str, Any]:
        """A document as a line of JSON or a row of a table."""
        return {"file": page.name, **document.to_dict()}


def _begins_with_title(document: Document) -> bool:
    """Whether the content itself begins with the title, which is not said twice."""
    first = document.blocks[0].text if document.blocks else ""
    return bool(document.title) and first.split() == (document.title or "").split()


def format_name(text: str) -> str:
    """A format as people name it: by its ending too.

    >>> format_name("md"), format_name("markdown"), format_name("pdf")
    ('markdown', 'markdown', 'pdf')
    """
    return _SUFFIXES.get(f".{text.lower()}", text)


def choose_form(
    named: str | None, output: str | None, options: RenderOptions, *, several: bool, with_metadata: bool = False
) -> Form:
    """The form that `--format` names, else the ending of the output, else text.

    JSON of several pages, of a folder, or into a file of JSON lines is a line for each page, however many there are.
    """
    ending = "" if output is None or is_folder(output) else Path(output).suffix.lower()
    by_ending = _SUFFIXES.get(ending)
    if not named and ending in _FOREIGN:
        endings = ", ".join(dict.fromkeys(_SUFFIXES))
        raise UsageError(f"{output}: a file of this kind is not written; end it in one of {endings}, or say --format")
    name = named or by_ending or "text"
    if name == "json" and (by_ending == "jsonl" or (several and not (output and is_folder(output)))):
        name = "jsonl"
    if name == "parquet" and (output is None or is_folder(output)):
        raise UsageError("a table is written to a file: add -o pages.parquet; `kaensan batch` writes folders of them")
    if name == "jsonl" and output is not None and is_folder(output):
        raise UsageError("a folder gets a file for each page: use --format json, or -o pages.jsonl for one file")
    return Form(name, options, with_metadata)


def is_folder(target: str) -> bool:
    """Whether an output is a folder: it is one, or its name ends in a slash."""
    return target.endswith(("/", "\\")) or Path(target).is_dir()


class Output(Protocol):
    """Takes documents one after another."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def write(self, page: Input, document: Document) -> None: ...


class OneStream:
    """All results one after another: JSON as a line each, other formats under a line that names the page."""

    def __init__(self, form: Form, path: Path | None, *, several: bool) -> None:
        self._form, self._several, self._path = form, several, path
        self._files = ExitStack()
        self._stream: TextIO = sys.stdout
        self._first = True

    def __enter__(self) -> Self:
        if self._path is not None:
            try:
                self._stream = self._files.enter_context(self._path.open("w", encoding="utf-8", errors="replace"))
            except OSError as error:
                raise UsageError(f"cannot write to {self._path} ({error.strerror or error})") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def write(self, page: Input, document: Document) -> None:
        if self._form.name == "jsonl":
            self._put(json.dumps(self._form.row(page, document), ensure_ascii=False))
            return
        if self._several:
            self._put(("" if self._first else "\n") + _HEADERS[self._form.name].format(page.name.replace("--", "- -")))
        self._put(self._form.write(document))
        self._first = False

    def _put(self, text: str) -> None:
        self._stream.write(text + "\n")


class FileForEach:
    """A file for each page, in the folders that the pages were in."""

    def __init__(self, form: Form, folder: Path) -> None:
        self._form, self._folder = form, folder
        self._taken: set[Path] = set()

    def __enter__(self) -> Self:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder {self._folder} ({error.strerror or error})") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._taken.clear()

    def write(self, page: Input, document: Document) -> None:
        path = self._free(page.place)
        if page.path is not None and path.exists() and path.samefile(page.path):
            raise InputError(f"{page.name}: its output would replace it; choose another folder")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self._form.write(document) + "\n", encoding="utf-8", errors="replace")
        except OSError as error:
            raise InputError(f"{page.name}: cannot write {path} ({error.strerror or error})") from error

    def _free(self, place: Path) -> Path:
        """A name that no page of this run has: page.txt, page-2.txt, …"""
        ending = _ENDINGS[self._form.name]
        path = self._folder / place.with_name(place.name + ending)
        number = 2
        while path in self._taken:
            path = self._folder / place.with_name(f"{place.name}-{number}{ending}")
            number += 1
        self._taken.add(path)
        return path


class Table:
    """A Parquet file with a row for each page, in the columns of `kaensan batch`."""

    def __init__(self, form: Form, path: Path) -> None:
        from kaensan.batch.schema import need, schema

        self._parquet, self._arrow, self._schema = need("pyarrow.parquet"), need("pyarrow"), schema()
        self._form, self._path = form, path
        self._rows: list[dict[str, Any]] = []
        self._writer: Any = None

    def __enter__(self) -> Self:
        try:
            self._writer = self._parquet.ParquetWriter(self._path, self._schema, compression="zstd")
        except OSError as error:
            raise UsageError(f"cannot write to {self._path} ({error.strerror or error})") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._flush()
        self._writer.close()

    def write(self, page: Input, document: Document) -> None:
        row = self._form.row(page, document)
        self._rows.append({**row, "source": row["file"]})
        if len(self._rows) == _ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
            self._rows.clear()


def open_output(target: str | None, form: Form, *, several: bool) -> Output:
    """The output that `-o` names: a folder where it is one or ends in a slash, else one file; without it, stdout."""
    if target is not None and is_folder(target):
        return FileForEach(form, Path(target))
    if form.name == "parquet":
        assert target is not None
        return Table(form, Path(target))
    return OneStream(form, Path(target) if target is not None else None, several=several)


def write_text(text: str, target: Path | None) -> None:
    """Write a text to a file, or to standard output where none is named."""
    if target is None:
        sys.stdout.write(text)
        return
    try:
        target.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot write to {target} ({error.strerror or error})") from error
