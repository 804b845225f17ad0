"""Which pages go into the output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import regex

from kaensan.cached import cached_property
from kaensan.errors import UsageError

__all__ = ["Filters"]


@dataclass(frozen=True)
class Filters:
    """Conditions that a page must meet, all of them; an empty one is met by every page.

    >>> Filters(languages=("th",), min_length=5).refusal({"language": "th", "text": "สวัสดีครับ"}) is None
    True
    >>> Filters(languages=("th",)).refusal({"language": "en", "text": "Hello"})
    'language'
    """

    languages: tuple[str, ...] = ()
    """codes of ISO 639-1"""
    min_length: int = 0
    """characters of text"""
    page_types: tuple[str, ...] = ()
    """such as `article` or `forum`"""
    min_confidence: float = 0.0
    """the least F1 that the method expects of its own result"""
    url: str | None = None
    """a regular expression that is found in the URL"""
    not_url: str | None = None
    """a regular expression that is not found in the URL"""

    def __post_init__(self) -> None:
        for pattern in (self.url, self.not_url):
            try:
                regex.compile(pattern or "")
            except regex.error as error:
                raise UsageError(f"{pattern!r} is no regular expression ({error})") from None

    def refuses_url(self, url: str | None) -> bool:
        """Whether the address alone rules the page out, so that it need not be extracted."""
        wanted, unwanted = self._patterns
        return bool((wanted and not wanted.search(url or "")) or (unwanted and unwanted.search(url or "")))

    def refusal(self, row: dict[str, Any]) -> str | None:
        """The condition that a page does not meet, None if it meets them all."""
        if self.languages and row.get("language") not in self.languages:
            return "language"
        if len(row.get("text") or "") < self.min_length:
            return "length"
        if self.page_types and row.get("page_type") not in self.page_types:
            return "page type"
        if self.min_confidence and (row.get("confidence") or 0.0) < self.min_confidence:
            return "confidence"
        return None

    @cached_property
    def _patterns(self) -> tuple[regex.Pattern[str] | None, regex.Pattern[str] | None]:
        return (
            regex.compile(self.url) if self.url else None,
            regex.compile(self.not_url) if self.not_url else None,
        )
