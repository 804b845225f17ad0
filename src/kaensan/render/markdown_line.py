"""A line of Markdown: text, emphasis, links, code, images and formulas.

Whether `*` works as a mark depends on the characters on both sides of it (CommonMark, "emphasis and strong emphasis").
Thai and Chinese put no spaces around what they stress, so marks inside words are the rule there. Where a mark would
not be read as one, the HTML element is written instead, which every Markdown reader understands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from kaensan.render.escape import escape_line_start, escape_text
from kaensan.render.node import Node

__all__ = ["write_inline", "write_lines"]

_MARKS = {"strong": ("**", "__"), "em": ("*", "_"), "s": ("~~", ""), "del": ("~~", "")}
_BREAK = "\n"
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TICKS = re.compile("`+")
_EDGE_OF_MARK = "\0"


def write_lines(children: Sequence[Node | str]) -> str:
    """The content of a paragraph: its lines end in two spaces where the page breaks them."""
    if len(children) == 1 and isinstance(children[0], str):
        return escape_line_start(escape_text(children[0].strip(" ")))
    lines = [line.strip(" ") for line in write_inline(children).split(_BREAK)]
    return "  \n".join(escape_line_start(line) for line in lines if line)


def write_inline(children: Sequence[Node | str], *, in_table: bool = False) -> str:
    """The content of a line, with a newline for each `br`."""
    return _write(children, "", in_table=in_table)


def _write(children: Sequence[Node | str], around: str, *, in_table: bool) -> str:
    """Write inline content; `around` is the character that touches it on both sides, "" at the edge of a block."""
    if len(children) == 1 and isinstance(children[0], str):
        return escape_text(children[0], in_table=in_table)
    pieces = [_piece(child, in_table=in_table) for child in _merged(children)]
    written: list[str] = []
    last = around
    for at, (child, text) in enumerate(pieces):
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        if isinstance(child, Node) and child.name in _MARKS:
            touches = [near for near in (at - 1, at + 1) if 0 <= near < len(pieces) and _is_marked(pieces[near][0])]
            text = _mark(child.name, text, last, _first(following, around), touching=bool(touches))
        elif isinstance(child, str) and text.endswith("!") and following and following[1].startswith("["):
            text = text[:-1] + "\\!"
        written.append(text)
        last = text[-1:] or last
    return "".join(written)


def _merged(children: Sequence[Node | str]) -> list[Node | str]:
    """Neighbouring strings as one, so that what makes up a mark is seen whole, and neighbouring code as one."""
    merged: list[Node | str] = []
    strings: list[str] = []
    joined: Node | None = None  # a node of ours that takes in the code that follows
    for child in children:
        if isinstance(child, str):
            if child:
                strings.append(child)
                joined = None
            continue
        if strings:
            merged.append("".join(strings))
            strings = []
        if child.name != "code":
            merged.append(child)
            joined = None
        elif joined is None:
            joined = Node("code", {}, list(child.children))
            merged.append(joined)
        else:
            joined.children += child.children
    if strings:
        merged.append("".join(strings))
    return merged


def _is_marked(child: Node | str) -> bool:
    return isinstance(child, Node) and child.name in _MARKS


def _first(following: tuple[Node | str, str] | None, around: str) -> str:
    return around if following is None else following[1][:1]


def _piece(child: Node | str, *, in_table: bool) -> tuple[Node | str, str]:
    """A child and its Markdown, without the marks of emphasis: these depend on what stands next to it."""
    if isinstance(child, str):
        return child, escape_text(child, in_table=in_table)
    name = child.name
    if name in _MARKS:
        return child, _write(child.children, _EDGE_OF_MARK, in_table=in_table)
    if name in ("sub", "sup"):
        return child, f"<{name}>{_write(child.children, '>', in_table=in_table)}</{name}>"
    if name == "a":
        return child, _link(child, in_table=in_table)
    if name == "img":
        return child, f"![{escape_text(child.attrs['alt'], in_table=in_table)}]({_target(child.attrs['src'])})"
    if name == "br":
        return child, _BREAK
    if name == "noteref":
        return child, f"[^{child.attrs['label']}]"
    if name in ("code", "tex"):
        return child, _code(child, in_table=in_table)
    return child, _write(child.children, "", in_table=in_table)


def _link(node: Node, *, in_table: bool) -> str:
    target = _target(node.attrs["href"])
    if node.children == [target] and target.startswith(("http://", "https://")):
        return f"<{target}>"
    return f"[{_write(node.children, '[', in_table=in_table)}]({target})"


def _target(address: str) -> str:
    """A link target; white space and angle brackets are already written as %20 and the like."""
    address = _ENTITY.sub("&amp;", address)
    depth = 0
    for character in address if ")" in address or "(" in address else "":
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
    return address if depth == 0 else f"<{address}>"


def _code(node: Node, *, in_table: bool) -> str:
    """Code in a line; a formula is GitHub's code between dollar signs, which is code to every other reader."""
    text = " ".join(node.text.split())
    dollar = "$" if node.name == "tex" else ""
    if (in_table and "|" in text and "\\" in text) or (dollar and "`" in text):
        return f"{dollar}<code>{escape_text(text, in_table=in_table)}</code>{dollar}"
    fence = "`" * (1 + max(map(len, _TICKS.findall(text)), default=0))
    if fence in ("`", "``") and "`" not in text:
        fence = "`"
    pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
    if in_table:
        text = text.replace("|", "\\|")
    return f"{dollar}{fence}{pad}{text}{pad}{fence}{dollar}"


def _mark(name: str, inner: str, before: str, after: str, *, touching: bool) -> str:
    usual, other = _MARKS[name]
    mark = other if _EDGE_OF_MARK in (before, after) else usual
    inner = inner.strip(" ")
    if mark and inner and not touching and mark[0] not in (inner[0], inner[-1]):
        opens, closes = _flanks(before, inner[0]), _flanks(after, inner[-1])
        if mark[0] == "_":  # never inside a word
            opens, closes = opens and _ends(before), closes and _ends(after)
        if opens and closes:
            return f"{mark}{inner}{mark}"
    return f"<{name}>{inner}</{name}>"


def _flanks(outside: str, inside: str) -> bool:
    """Whether a mark between the two characters belongs to the inner one."""
    if inside.isspace():
        return False
    return not _is_punctuation(inside, "PS") or _ends(outside)


def _ends(outside: str) -> bool:
    return outside in ("", _EDGE_OF_MARK) or outside.isspace() or _is_punctuation(outside, "P")


def _is_punctuation(character: str, kinds: str) -> bool:
    """Readers differ on whether symbols (S) are punctuation, so the careful answer is taken on each side."""
    if character.isascii():
        return not character.isalnum() and character.isprintable() and character != " "
    return unicodedata.category(character)[0] in kinds
