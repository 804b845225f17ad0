"""How templates are read and filled: Jinja2 with the filters `when`, `iso`, `ago` and `stamp` for moments."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kaensan.extras import from_extra
from kaensan.train.made.times import iso, shown_ago, shown_when, stamp
from kaensan.train.made.words import read_words

if TYPE_CHECKING:
    import jinja2

__all__ = ["environment"]


@cache
def environment(folder: Path) -> jinja2.Environment:
    """Where the templates of a folder are read from; a name that they are not given is an error."""
    with from_extra("train", "making pages"):
        import jinja2

    @jinja2.pass_context
    def when(context: jinja2.runtime.Context, time: datetime, pattern: str) -> str:
        return shown_when(read_words(context["lang"]), time, pattern)

    @jinja2.pass_context
    def ago(context: jinja2.runtime.Context, time: datetime) -> str:
        return shown_ago(read_words(context["lang"]), context["now"] - time)

    made = jinja2.Environment(loader=jinja2.FileSystemLoader(folder), undefined=jinja2.StrictUndefined)
    made.filters.update(when=when, ago=ago, iso=iso, stamp=stamp)
    return made
