"""Where the results go: to the terminal, into one file, or into a folder with a file for each page."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TextIO

from kaensan.cli.inputs import Input
from kaensan.document import Document
from kaensan.errors import InputError, UsageError
from kaensan.render import RenderOptions

__all__ = ["FileForEach", "Form", "OneStream", "open_output"]

_ENDINGS = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}
_HEADERS = {"text": "==> {} <==", "markdown": "<!-- {} -->", "html": "<!-- {} -->"}


@dataclass(frozen=True)
class Form:
    """How a document is written."""

    name: str
    options: RenderOptions = field(default_factory=RenderOptions)

    def write(self, document: Document) -> str:
        return document.render(self.name, self.options)


class OneStream:
    """All results one after another: JSON as a line each, other formats under a line that names the page."""

    def __init__(self, form: Form, path: Path | None, *, several: bool) -> None:
        self._form, self._several, self._path = form, several, path
        self._files = ExitStack()
        self._stream: TextIO = sys.stdout
        self._first = True

    def __enter__(self) -> OneStream:
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
        if self._several and self._form.name == "json":
            line = {"file": page.name, **document.to_dict()}
            self._put(json.dumps(line, ensure_ascii=False))
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

    def __enter__(self) -> FileForEach:
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


def open_output(target: str | None, form: Form, *, several: bool) -> OneStream | FileForEach:
    """The output that `-o` names: a folder where it is one or ends in a slash, else one file; without it, stdout."""
    if target is not None and (target.endswith(("/", "\\")) or Path(target).is_dir()):
        return FileForEach(form, Path(target))
    return OneStream(form, Path(target) if target is not None else None, several=several)
