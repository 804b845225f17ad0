"""What is installed only on request: the optional dependencies, and the one sentence that names a missing one."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from kaensan.errors import UsageError
from kaensan.interruptions import heeding_interruptions

__all__ = ["from_extra"]


@contextmanager
def from_extra(extra: str, purpose: str) -> Generator[None, None, None]:
    """Import what an extra brings; where it is not installed, a `UsageError` says what to do.

    `purpose` is what needs it, as the beginning of that sentence.

    >>> with from_extra("fetch", "fetching pages"):
    ...     import there_is_no_such_package
    Traceback (most recent call last):
        ...
    kaensan.errors.UsageError: fetching pages needs there_is_no_such_package: pip install 'kaensan[fetch]'
    """
    try:
        with heeding_interruptions():
            yield
    except ImportError as error:
        package = (error.name or "an extra").partition(".")[0]
        if package == "kaensan":  # a mistake of ours is not to be hidden
            raise
        raise UsageError(f"{purpose} needs {package}: pip install 'kaensan[{extra}]'") from error
