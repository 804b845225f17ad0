"""The markup of a page, as text for those who ask."""

from __future__ import annotations

from kaensan.cached import cached_property
from kaensan.page.decode import decode

__all__ = ["Source"]

_LARGE = 1 << 19
"""Bytes from which on a page is decoded again when somebody asks for its markup, which few do: one character beyond
Latin makes Python keep two or four bytes for each."""


class Source:
    """Decoded markup; that of a page that came as bytes and is large or was shortened stays as it came until it is
    asked for."""

    def __init__(self, text: str, data: bytes = b"", charset: str | None = None, length: int = 0) -> None:
        """`data` and `charset` are what the text was decoded from, if it was and nothing was changed since.

        `length` is that of the markup where the text is shortened.
        """
        self._length = length or len(text)
        self._data, self._charset = data, charset
        if not data or (len(data) < _LARGE and not length):
            self._data = b""
            self.__dict__["text"] = text

    def __len__(self) -> int:
        return self._length

    @cached_property
    def text(self) -> str:
        """The markup, with line ends as `\\n`."""
        return decode(self._data, self._charset).text
