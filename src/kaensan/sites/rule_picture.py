"""A page with its rule drawn on it: what each selector takes, what it leaves, as one HTML file."""

from __future__ import annotations

from html import escape

from kaensan.methods.base import Labels, Role
from kaensan.page import Page

__all__ = ["draw_rule"]

_LONGEST = 600
"""Characters of a block that are shown; a reader knows a paragraph by its start."""

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
pre { padding: .75rem 1rem; border: 1px solid light-dark(#ccc, #555); border-radius: .4rem; overflow-x: auto; }
.b { display: grid; grid-template-columns: 1fr 16rem; gap: 1rem; padding: .2rem .6rem; }
.b { border-left: .35rem solid transparent; }
.b small { font-family: ui-monospace, monospace; opacity: .75; overflow-wrap: anywhere; }
.content { border-color: light-dark(#1a7f37, #3fb950); background: light-dark(#e9f7ec, #12261a); }
.title { border-color: light-dark(#0550ae, #58a6ff); background: light-dark(#e8f1fd, #121d2f); font-weight: 600; }
.other { border-color: light-dark(#d0d7de, #444); color: light-dark(#6e7781, #8b949e); }
.gold::before { content: "gold "; font: .75rem ui-monospace, monospace; color: light-dark(#9a6700, #d29922); }
"""


def draw_rule(page: Page, labels: Labels, lines: list[str], gold: set[int] | None = None) -> str:
    """The blocks of a page in their order, coloured by what became of them, each with the selector that decided.

    `lines` is the rule in words; `gold`, where it is known, the rows that a person calls content.
    """
    texts = page.texts
    rows: list[str] = []
    start = 0
    while start < len(texts):
        end = start + 1
        while end < len(texts) and texts.block[end] == texts.block[start] and labels.role[end] == labels.role[start]:
            end += 1
        text = " ".join("".join(texts.strings[start:end]).split())
        if text:
            kind = Role(int(labels.role[start])).name.lower()
            mark = " gold" if gold is not None and gold & set(range(start, end)) else ""
            shown = escape(text[:_LONGEST]) + ("…" if len(text) > _LONGEST else "")
            rows.append(
                f'<div class="b {kind}"><span class="{mark.strip()}">{shown}</span>'
                f"<small>{escape(labels.reason(start))}</small></div>"
            )
        start = end
    title = escape(page.url or "a page")
    kept = int(texts.length[labels.kept].sum())
    total = max(int(texts.length.sum()), 1)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>The rule on {title}</title>'
        f"<style>{_STYLE}</style>"
        f"<h1>{title}</h1><p>{escape(labels.method)}: {kept:,} of {total:,} characters kept ({kept / total:.0%})</p>"
        f"<pre>{escape(chr(10).join(lines))}</pre>{''.join(rows)}\n"
    )
