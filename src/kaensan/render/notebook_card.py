"""How notebooks show a result: a card with a title, a few facts, and a body that scrolls."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

__all__ = ["card", "table"]

_BOX = "border:1px solid #8886;border-radius:6px;padding:.6em 1em;max-width:60em"
_BODY = "max-height:24em;overflow:auto;border-top:1px solid #8886;margin-top:.5em;padding-top:.5em"
"""colours with an alpha channel go with the light and the dark theme of a notebook"""


def card(title: str, facts: Mapping[str, object], body: str, *, language: str | None = None) -> str:
    """A card as HTML; title and facts are escaped, facts without a value are left out, the body is clean HTML."""
    shown = [f"{escape(name)}: {escape(str(value))}" for name, value in facts.items() if value not in (None, "", ())]
    lang = f' lang="{escape(language)}"' if language else ""
    return (
        f'<div style="{_BOX}"><strong{lang} dir="auto">{escape(title)}</strong>'
        f"<br><small>{' · '.join(shown)}</small>"
        f'<div{lang} dir="auto" style="{_BODY}">{body}</div></div>'
    )


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """A table as HTML, every cell escaped.

    >>> table(("a",), [("<b>",)])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    first = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"
