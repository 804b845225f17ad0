# cython: language_level=3
"""A line of Markdown: text, emphasis, links, code, images and formulas.

Whether `*` works as a mark depends on the characters on both sides of it (CommonMark, "emphasis and strong emphasis").
Thai and Chinese put no spaces around what they stress, so marks inside words are the rule there. Where a mark would
not be read as one, the HTML element is written instead, which every Markdown reader understands.

Part of the kernel (see `kaensan.kernel`). An inline element stands inside others of each kind once at most (see
`tree_writer`), so calls go a dozen deep and no further.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

if cython.compiled:
    from cython.cimports.kaensan.render.node import Node
else:
    from kaensan.render.node import Node

__all__ = ["escape_line_start", "escape_text", "write_inline", "write_lines"]

_MARKS = {"strong": ("**", "__"), "em": ("*", "_"), "s": ("~~", ""), "del": ("~~", "")}
_BREAK = "\n"
_ENTITY = re.compile(r"&(?=#?\w+;)")
_TICKS = re.compile("`+")
_EDGE_OF_MARK = "\0"
_SPECIAL = re.compile(r"[\\`*\[\]~_<&|]")
"""What may need escaping; most texts hold none of it."""
_LINE_START = re.compile(
    r"(?:#{1,6}|[-+]|>)(?=\s|$)|>"
    r"|\d{1,9}(?P<point>[.)])(?=\s|$)"
    r"|[-=|:][-=|:\s]*$"  # the rule under a heading or a table's first row
    r"|-\s*-\s*-[-\s]*$"
    r"|\|"
    r"|\[\^\w+\](?P<colon>:)"
)


def write_lines(children: Sequence[Node | str]) -> str:
    """The content of a paragraph: its lines end in two spaces where the page breaks them."""
    if len(children) == 1 and isinstance(children[0], str):
        return escape_line_start(escape_text(children[0].strip(" "), False))
    written: str = _write(children, "", False)
    if _BREAK not in written:
        return escape_line_start(written.strip(" "))
    lines = [line.strip(" ") for line in written.split(_BREAK)]
    return "  \n".join(escape_line_start(line) for line in lines if line)


def write_inline(children: Sequence[Node | str], *, in_table: bool = False) -> str:
    """The content of a line, with a newline for each `br`."""
    return _write(children, "", in_table)


@cython.ccall
def escape_text(text: str, in_table: cython.bint = False) -> str:
    """Escape what would be markup inside a line, with as few backslashes as are safe.

    Not every reader knows backslashes before `<` and `&`, and one that does not would let a script run; all know
    entities.

    >>> print(escape_text("snake_case, 2 * 3, [a] & <b>"))
    snake_case, 2 \\* 3, \\[a\\] & &lt;b>
    """
    places: list = _special_places(text)
    if not places:
        return text
    pieces: list = []
    done: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for at in places:
        escaped: str = _escaped_at(text, at, in_table)
        if escaped:
            pieces.append(text[done:at])
            pieces.append(escaped)
            done = at + 1
    pieces.append(text[done:])
    return "".join(pieces)


@cython.cfunc
def _special_places(text: str) -> list:
    """Where characters stand that may need escaping."""
    if not cython.compiled:
        return [found.start() for found in _SPECIAL.finditer(text)]
    places: list = []
    at: cython.Py_ssize_t = 0
    letter: cython.Py_UCS4
    for letter in text:
        if "a" <= letter <= "z" or letter == " ":  # most are, and need one look
            pass
        elif letter in "\\`*[]~_<&|":
            places.append(at)
        at += 1  # noqa: SIM113 (compiled, `enumerate` would make an object of every number)
    return places


@cython.cfunc
def _escaped_at(text: str, at: cython.Py_ssize_t, in_table: cython.bint) -> str:
    """What is written for the special character at a place, "" for the character itself."""
    special: str = text[at]
    if special == "_":  # inside a word it marks nothing
        return "" if at > 0 and _is_letter(text, at - 1) and _is_letter(text, at + 1) else "\\_"
    if special == "|":
        return "\\|" if in_table else ""
    if special == "<":
        return "&lt;" if _goes_on(text, at + 1, "/!?") else ""
    if special == "&":
        return "&amp;" if _goes_on(text, at + 1, "#") else ""
    return "\\" + special


@cython.cfunc
def _is_letter(text: str, at: cython.Py_ssize_t) -> cython.bint:
    """Whether a letter or digit stands at a place, which may be beyond the end."""
    return at < len(text) and text[at].isalnum()


@cython.cfunc
def _goes_on(text: str, at: cython.Py_ssize_t, signs: str) -> cython.bint:
    """Whether a text ends before a place, with or without a line end, or goes on there with a Latin letter or sign."""
    following: str = text[at : at + 2]
    if following == "" or following == "\n":
        return True
    first: str = following[0]
    return first in signs or (first.isascii() and first.isalpha())


@cython.ccall
def escape_line_start(line: str) -> str:
    """Escape what would be a block at the start of a line that holds text.

    >>> print(escape_line_start("1. May"), escape_line_start("- 5 °C"), escape_line_start("#tag"))
    1\\. May \\- 5 °C #tag
    """
    if not line or line[0].isalpha():
        return line
    start = _LINE_START.match(line)
    if not start:
        return line
    at = max(start.start("point"), start.start("colon"), 0)
    return f"{line[:at]}\\{line[at:]}"


@cython.cfunc
def _write(children: Sequence[Node | str], around: str, in_table: cython.bint) -> str:
    """Write inline content; `around` is the character that touches it on both sides, "" at the edge of a block."""
    if len(children) == 1 and isinstance(children[0], str):
        return escape_text(children[0], in_table)
    merged: list = _merged(children)
    pieces: list = [_piece(part, in_table) for part in merged]
    last: str = around
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(pieces)
    for at in range(count):
        text: str = pieces[at]
        if not isinstance(merged[at], str):
            child: Node = merged[at]
            if child.name in _MARKS:
                touching: cython.bint = _is_marked(merged, at - 1) or _is_marked(merged, at + 1)
                following: str = pieces[at + 1] if at + 1 < count else around
                pieces[at] = text = _mark(child.name, text, last, following[:1], touching)
        elif text.endswith("!") and at + 1 < count and pieces[at + 1].startswith("["):
            pieces[at] = text = text[:-1] + "\\!"
        last = text[-1:] or last
    return "".join(pieces)


@cython.cfunc
def _merged(children: Sequence[Node | str]) -> list:
    """Neighbouring strings as one, so that what makes up a mark is seen whole, and neighbouring code as one."""
    merged: list = []
    strings: list = []
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
        node: Node = child
        if node.name != "code":
            merged.append(node)
            joined = None
        elif joined is None:
            joined = Node("code", None, list(node.children))
            merged.append(joined)
        else:
            joined.children += node.children
    if strings:
        merged.append("".join(strings))
    return merged


@cython.cfunc
def _is_marked(merged: list, at: cython.Py_ssize_t) -> cython.bint:
    if not 0 <= at < len(merged) or isinstance(merged[at], str):
        return False
    node: Node = merged[at]
    return node.name in _MARKS


@cython.cfunc
def _piece(child: object, in_table: cython.bint) -> str:
    """A child as Markdown, without the marks of emphasis: these depend on what stands next to it."""
    if isinstance(child, str):
        return escape_text(child, in_table)
    node: Node = child
    name: str = node.name
    if name in _MARKS:
        return _write(node.children, _EDGE_OF_MARK, in_table)
    if name == "a":
        return _link(node, in_table)
    if name == "img":
        return f"![{escape_text(node.attrs['alt'], in_table)}]({_target(node.attrs['src'])})"
    if name == "br":
        return _BREAK
    if name == "sub" or name == "sup":
        return f"<{name}>{_write(node.children, '>', in_table)}</{name}>"
    if name == "noteref":
        return f"[^{node.attrs['label']}]"
    if name == "code" or name == "tex":
        return _code(node, in_table)
    return _write(node.children, "", in_table)


@cython.cfunc
def _link(node: Node, in_table: cython.bint) -> str:
    target = _target(node.attrs["href"])
    if len(node.children) == 1 and node.children[0] == target and target.startswith(("http://", "https://")):
        return f"<{target}>"
    return f"[{_write(node.children, '[', in_table)}]({target})"


@cython.cfunc
def _target(address: str) -> str:
    """A link target; white space and angle brackets are already written as %20 and the like."""
    if "&" in address:
        address = _ENTITY.sub("&amp;", address)
    depth = 0
    for character in address if ")" in address or "(" in address else "":
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
    return address if depth == 0 else f"<{address}>"


def _code(node: Node, in_table: bool) -> str:
    """Code in a line; a formula is GitHub's code between dollar signs, which is code to every other reader."""
    text = " ".join(node.text.split())
    dollar = "$" if node.name == "tex" else ""
    if (in_table and "|" in text and "\\" in text) or (dollar and "`" in text):
        return f"{dollar}<code>{escape_text(text, in_table)}</code>{dollar}"
    fence = "`" * (1 + max(map(len, _TICKS.findall(text)), default=0))
    if fence in ("`", "``") and "`" not in text:
        fence = "`"
    pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
    if in_table:
        text = text.replace("|", "\\|")
    return f"{dollar}{fence}{pad}{text}{pad}{fence}{dollar}"


@cython.cfunc
def _mark(name: str, inner: str, before: str, after: str, touching: cython.bint) -> str:
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
