# cython: language_level=3, initializedcheck=False
"""Writes the tree of the content row by row from the flat tables of a page.

Only elements with a meaning are visited; two rows that other block elements part are known by the nearest block
element around each. Inline elements are opened inside the paragraph that their text is in, so an inline element never
holds a block, however the page nests them.

Part of the kernel (see `kaensan.kernel`); every index is checked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from kaensan.page import uncompiled as cython

from kaensan.page import Page
from kaensan.page.attributes import ATTRIBUTES, decoded
from kaensan.page.tags import TAGS, tag_id
from kaensan.render.code import CodeLanguages
from kaensan.render.content_elements import (
    BLOCKS,
    CODE,
    HEADINGS,
    INLINE,
    LINES_ONLY,
    LISTS,
    MEANINGFUL_ATTRIBUTE,
    PARENTS,
    PARTS,
    TIGHT,
)
from kaensan.render.images import Image
from kaensan.render.links import Links
from kaensan.render.node import NO_ATTRIBUTES
from kaensan.render.notes import Notes
from kaensan.render.numbering import Numbering, small_number
from kaensan.render.reading import Joint, Reading

if cython.compiled:
    from cython.cimports.kaensan.page.views import view
    from cython.cimports.kaensan.render.node import Node
else:
    from kaensan.page.views import view
    from kaensan.render.node import Node

__all__ = ["Surroundings", "TreeWriter"]

_DEEPEST = cython.declare(cython.int, 60)
"""Blocks nested deeper than this are read as paragraphs: no reader can follow them, and no renderer should."""
_SHALLOW = LINES_ONLY - {"dt"}
"""Blocks that hold no others, so that they may stand in the deepest ones; a `dt` brings its list along."""
_BESIDE_PARAGRAPH = frozenset({"p", "ul", "ol", "figcaption"})
"""What may stand in a tight block beside its only paragraph."""
_LOOSE_LISTS = frozenset({"ul", "dl"})
_OF_TABLES = frozenset({"tr", "td", "th", "caption"})
_WITH_ATTRIBUTES = frozenset({"td", "th", "li", "ol", "pre"})
"""Blocks that are written with some of their attributes."""

_LINE_END = cython.declare(cython.int, 1)
_RULE = cython.declare(cython.int, 2)
_IMAGE = cython.declare(cython.int, 3)
_BOX = cython.declare(cython.int, 4)
_IN_LINE = cython.declare(cython.int, 5)
_KIND = np.zeros(len(TAGS), np.uint8)
"""What is done with an element, by the number of its name: one of the above, or 0 for anything else."""
for _number, _name in enumerate(TAGS):
    _KIND[_number] = {"br": 1, "hr": 2, "img": 3}.get(_name, 4 if _name in BLOCKS else 5 if _name in INLINE else 0)
_BOX_NAMES = [BLOCKS.get(name, "div") for name in TAGS]
"""What blocks are written as, by the number of their name."""

_ORDERED = cython.declare(cython.int, tag_id("ol"))
_HREF = cython.declare(cython.int, ATTRIBUTES["href"])
_ENCODING = cython.declare(cython.int, ATTRIBUTES["encoding"])
_COLSPAN = cython.declare(cython.int, ATTRIBUTES["colspan"])
_ROWSPAN = cython.declare(cython.int, ATTRIBUTES["rowspan"])
_START = cython.declare(cython.int, ATTRIBUTES["start"])
_SPACED = cython.declare(cython.int, int(Joint.SPACED))
_BROKEN = cython.declare(cython.int, int(Joint.BROKEN))
_NOWHERE = cython.declare(cython.longlong, 1 << 40)  # beyond every row

_Key = tuple[str, tuple[tuple[str, str], ...], int]
"""An inline element: its name, its attributes, and for links and code which one it is."""


class Surroundings(NamedTuple):
    """What the writer has to know of a page."""

    shown: NDArray[np.bool_]
    """the rows of `texts` that are rendered"""
    visited: NDArray[np.int32]
    """the elements to visit, in document order"""
    data: NDArray[np.bool_]
    """the tables that hold data"""
    box: NDArray[np.int32]
    """for every element the nearest one that parts paragraphs"""
    images: dict[int, Image]
    notes: Notes
    links: Links | None
    """where links lead, None where they are not wanted"""
    vocabulary: Sequence[str]
    """what inline elements are written as, by the number of their name, "" for those that are not"""


@cython.final
@cython.cclass
class TreeWriter:
    """Writes the tree: the nodes that are open, the paragraph in work and the inline elements around the next text."""

    _bodies: dict[int, str]
    _marks: dict[int, str]
    _returns: dict[int, str]
    """the notes of the page"""
    _links: Links | None
    _numbering: Numbering
    _languages: CodeLanguages
    _listings: frozenset[int]
    _images: dict[int, Image]
    _vocabulary: tuple[str, ...]
    _markup: bytes
    _first_attribute: cython.const[cython.int][::1]
    _attribute: cython.const[cython.int][::1]
    """the number of the name of each attribute"""
    _value_start: cython.const[cython.int][::1]
    _value_end: cython.const[cython.int][::1]
    _words: list[str]
    _tag: cython.const[cython.short][::1]
    _end: cython.const[cython.int][::1]
    _first_text: cython.const[cython.int][::1]
    _end_text: cython.const[cython.int][::1]
    _box: cython.const[cython.int][::1]
    _parent: cython.const[cython.int][::1]
    _kind: cython.const[cython.uchar][::1]
    _shown: cython.const[cython.uchar][::1]
    _data: cython.const[cython.uchar][::1]
    _visited: cython.const[cython.int][::1]
    _rows: cython.const[cython.longlong][::1]
    _holder: cython.const[cython.int][::1]
    """the element of each text of the page"""
    _joint: cython.const[cython.schar][::1]
    _preformatted: cython.const[cython.uchar][::1]
    _at: cython.Py_ssize_t
    """how many texts are written"""
    _scopes: list[tuple[int, int, int]]
    """the elements that are open, as end, end among the texts, and how many nodes stay open at the end of a block"""
    _scope_end: cython.longlong
    _scope_end_text: cython.longlong
    """the ends of the innermost of these"""
    _nodes: list[Node]
    """the nodes that are open"""
    _top: Node
    """the innermost of these …"""
    _lines_only: cython.bint
    """… and whether it holds no blocks"""
    _run: Node | None
    """the node that the next text goes into, None before a paragraph is begun"""
    _written: list[tuple[_Key, Node]]
    """the inline nodes of the run that are open, outermost first, each with its key"""
    _inline: list[_Key]
    """the inline elements of the page around the next text"""
    _breaks: cython.int
    _last_box: cython.int
    """the block element around the last text or image"""
    _after_image: cython.bint
    _code_box: cython.int
    """the element around the last block of code"""

    def __init__(self, page: Page, reading: Reading, around: Surroundings) -> None:
        elements = page.elements
        notes = around.notes
        self._bodies, self._marks, self._returns = notes.bodies, notes.marks, notes.returns
        self._links, self._images = around.links, around.images
        self._numbering, self._languages = Numbering(elements), CodeLanguages(page)
        self._listings = reading.listings
        self._vocabulary = tuple(around.vocabulary)
        self._words = reading.words
        attrs = elements.attrs
        self._markup = attrs.markup
        self._first_attribute, self._attribute = view(attrs.start), view(attrs.name)
        self._value_start, self._value_end = view(attrs.value_start), view(attrs.value_end)
        self._tag, self._end, self._parent = (
            view(elements.tag),
            view(elements.end),
            view(elements.parent),
        )
        self._first_text, self._end_text = view(elements.first_text), view(elements.end_text)
        self._box, self._kind = view(around.box), view(_KIND)
        self._shown, self._data = view(around.shown.view(np.uint8)), view(around.data.view(np.uint8))
        self._visited, self._rows = view(around.visited), view(reading.rows.astype(np.int64, copy=False))
        self._holder = view(page.texts.parent)
        self._joint, self._preformatted = view(reading.joint), view(reading.preformatted.view(np.uint8))
        self._at = 0
        self._scopes, self._nodes, self._written, self._inline = [], [], [], []
        self._scope_end = self._scope_end_text = _NOWHERE
        self._run = None
        self._breaks = 0
        self._last_box = self._code_box = -1
        self._after_image = False
        self._enter(Node("body"))

    def write(self) -> Node:
        """Go through the visited elements and the texts in document order; the `body` that holds them."""
        number: cython.Py_ssize_t
        body: Node = self._top
        for number in range(len(self._visited)):
            element: cython.int = self._visited[number]
            self._write_texts(self._first_text[element])
            while self._scope_end <= element:
                self._close()
            self._open(element)
        self._write_texts(len(self._shown))
        while self._scopes:
            self._close()
        self._shrink(1)
        return body

    @cython.cfunc
    def _write_texts(self, until: cython.Py_ssize_t) -> None:
        """Write the texts up to a row, closing the elements that end before them."""
        while self._at < len(self._rows) and self._rows[self._at] < until:
            while self._scope_end_text <= self._rows[self._at]:
                self._close()
            self._text(self._at)
            self._at += 1

    @cython.cfunc
    def _open(self, element: cython.int) -> None:
        kind: cython.int = self._kind[self._tag[element]]
        if kind == _LINE_END:
            self._breaks += 1
        elif kind == _RULE:
            self._rule(element)
        elif kind == _IMAGE:
            if element in self._images:
                self._image(element)
        elif self._listings and element in self._listings:
            self._open_block(element, "pre")
        elif kind == _BOX or (self._bodies and element in self._bodies):
            self._open_block(element, _BOX_NAMES[self._tag[element]])
        elif kind == _IN_LINE:
            name: str = self._vocabulary[self._tag[element]]
            if name:
                self._inline.append(self._key(element, name))
                self._open_scope(element, -1)
        elif "tex" in self._value(element, _ENCODING).lower():
            self._inline.append(("code", (("class", "language-math"),), 0))
            self._open_scope(element, -1)

    @cython.cfunc
    def _open_scope(self, element: cython.int, height: cython.Py_ssize_t) -> None:
        """Note where an element ends, and how many nodes stay open then, -1 for an inline one."""
        self._scope_end, self._scope_end_text = self._end[element], self._end_text[element]
        self._scopes.append((self._scope_end, self._scope_end_text, height))

    @cython.cfunc
    def _close(self) -> None:
        height: cython.Py_ssize_t = self._scopes.pop()[2]
        if self._scopes:
            self._scope_end, self._scope_end_text, _ = self._scopes[-1]
        else:
            self._scope_end = self._scope_end_text = _NOWHERE
        if height < 0:
            self._inline.pop()
        else:
            self._drop_run()
            self._shrink(height)

    @cython.cfunc
    def _open_block(self, element: cython.int, name: str) -> None:
        self._end_run()
        if self._lines_only or (name == "table" and not self._data[element]):
            return
        fits: cython.bint = self._top.name in PARENTS.get(name, ())
        if not fits and (name in PARTS or (len(self._nodes) > _DEEPEST and name not in _SHALLOW)):
            return
        self._settle(name)
        self._open_scope(element, len(self._nodes))
        if name == "pre":
            self._open_code(element)
        else:
            self._push(_new_node(name, self._block_attrs(element, name)))
        if self._lines_only:
            self._run = self._top

    @cython.cfunc
    def _open_code(self, element: cython.int) -> None:
        """Start a block of code, or go on with the one before: in one box, listings without `pre` are parts of one."""
        parent: cython.int = self._parent[element]
        is_listing: cython.bint = element in self._listings
        before = self._top.children
        if (
            before
            and not isinstance(before[-1], str)
            and before[-1].name == "pre"
            and parent == self._code_box
            and (is_listing or before[-1].implied)
        ):
            self._enter(before[-1])
            self._breaks = 1
        else:
            self._push(Node("pre", self._block_attrs(element, "pre"), None, is_listing))
        self._code_box = parent

    @cython.cfunc
    def _enter(self, node: Node) -> None:
        self._nodes.append(node)
        self._top = node
        self._lines_only = node.name in LINES_ONLY

    @cython.cfunc
    def _push(self, node: Node) -> None:
        self._top.children.append(node)
        self._enter(node)

    @cython.cfunc
    def _shrink(self, height: cython.Py_ssize_t) -> None:
        """Close nodes until so many are open; a paragraph alone in a tight block gives up its element."""
        while len(self._nodes) > height:
            node: Node = self._nodes.pop()
            if node.implied and node.name == "pre":
                _trim(node)
            elif node.name == "table":
                _gather_rows(node)
            elif node.name in TIGHT:
                _tighten(node)
            if not node.implied and node.name != "pre":  # what may be opened again
                _finish(node)
        if self._nodes:
            self._top = self._nodes[-1]
            self._lines_only = self._top.name in LINES_ONLY

    @cython.cfunc
    def _settle(self, name: str) -> None:
        """Make sure that the open node may hold a block of that name: items get their list, lists their items."""
        if name == "li":
            if self._top.implied and self._top.name == "li":
                self._shrink(len(self._nodes) - 1)
            if self._top.name not in LISTS:
                self._push(Node("ul", None, None, True))
        elif name == "dt" or name == "dd":
            if self._top.implied and self._top.name == "dd":
                self._shrink(len(self._nodes) - 1)
            if self._top.name != "dl":
                self._push(Node("dl", None, None, True))
        elif name not in _OF_TABLES:
            while self._top.implied and self._top.name in _LOOSE_LISTS:
                self._shrink(len(self._nodes) - 1)
            if self._top.name in LISTS:
                self._reopen("li")
            elif self._top.name == "dl":
                self._reopen("dd")

    @cython.cfunc
    def _reopen(self, name: str) -> None:
        """Go on with the last item of a list, or start one: a list inside a list belongs to the item before it."""
        items = self._top.children
        if items and _is(items[-1], (name,)):
            last: Node = items[-1]
            loose = next((at for at, child in enumerate(last.children) if _is_block(child)), len(last.children))
            if not last.implied:
                last.children = list(last.children)
            if loose:
                last.children[:loose] = [Node("p", None, tuple(last.children[:loose]))]
            last.implied = True
            self._enter(last)
        else:
            self._push(Node(name, None, None, True))

    @cython.cfunc
    def _drop_run(self) -> None:
        self._close_inline(0)
        if self._run is not None and self._run is not self._top:
            _finish(self._run)
        self._run, self._breaks = None, 0

    @cython.cfunc
    def _close_inline(self, count: cython.Py_ssize_t) -> None:
        """Close inline nodes until so many are open."""
        while len(self._written) > count:
            _finish(self._written.pop()[1])

    @cython.cfunc
    def _end_run(self) -> None:
        if self._lines_only:
            self._breaks = max(self._breaks, 1)
        else:
            self._drop_run()

    @cython.cfunc
    def _start_run(self) -> Node:
        if self._run is None:
            self._settle("p")
            self._run = _new_node("p", None)
            self._top.children.append(self._run)
        return self._run

    @cython.cfunc
    def _text(self, at: cython.Py_ssize_t) -> None:
        words: str = self._words[at]
        joint: cython.int = self._joint[at]
        box: cython.int = self._box[self._holder[self._rows[at]]]
        if joint == _BROKEN and box != self._last_box:
            self._end_run()
        elif joint == _BROKEN and self._after_image and not self._breaks:
            joint = _SPACED
        self._last_box = box
        self._after_image = False
        parted: cython.bint = (joint == _BROKEN and not self._breaks) or (not self._lines_only and self._breaks > 1)
        if parted and self._run is not None and self._run.children:
            self._end_run()
        run: Node = self._start_run()
        if run.name == "pre":
            joined: str = "\n" * self._breaks or (" " if joint == _SPACED else "")
            run.children.append((joined if run.children else "") + words)
        else:
            spaced: cython.bint = joint == _SPACED
            if self._preformatted[at]:
                before: str = self._words[at - 1]
                spaced = spaced or words[0].isspace() or before[-1].isspace()
                words = " ".join(words.split())
            self._place(words, spaced)
        self._breaks = 0

    @cython.cfunc
    def _place(self, item: object, spaced: cython.bint) -> None:
        """Put a text or an image where the paragraph goes on, inside the inline elements that are open."""
        run: Node = self._start_run()
        if not self._inline and not self._written and not self._breaks:  # most texts stand in no inline element
            if spaced and run.children:
                run.children.append(" ")
            run.children.append(item)
            return
        wanted: list = self._wanted(run)
        if not isinstance(item, str):  # no image in code
            wanted = [key for key in wanted if key[0] not in CODE]
        common: cython.Py_ssize_t = 0
        while common < min(len(self._written), len(wanted)) and self._written[common][0] == wanted[common]:
            if self._breaks and wanted[common][0] in CODE:
                break  # a line of code ends with its line
            common += 1
        self._close_inline(common)
        holder: Node = self._written[-1][1] if self._written else run
        if run.children:
            if self._breaks:
                holder.children.append(_new_node("br", None))
            elif spaced:
                holder.children.append(" ")
        for key in wanted[common:]:
            node: Node = _new_node(key[0], dict(key[1]) if key[1] else None)
            holder.children.append(node)
            self._written.append((key, node))
            holder = node
        holder.children.append(item)

    @cython.cfunc
    def _wanted(self, run: Node) -> list:
        """The inline elements around the next text, each kind once, code innermost."""
        wanted: dict = {}
        for key in self._inline:
            name: str = key[0]
            if (name == "a" and not key[1]) or (name == "strong" and run.name in HEADINGS):
                continue
            wanted.setdefault(name, key)
        if len(wanted) > 1 and "code" in wanted:
            wanted["code"] = wanted.pop("code")
        return list(wanted.values())

    @cython.cfunc
    def _key(self, element: cython.int, name: str) -> tuple:
        if name in MEANINGFUL_ATTRIBUTE:
            attribute: str = MEANINGFUL_ATTRIBUTE[name]
            value: str = self._value(element, ATTRIBUTES[attribute])
            return name, ((attribute, value),) if value else (), 0
        if name in CODE:
            return name, (), element
        if self._links is None or (name != "a" and element not in self._marks):
            return name, (), 0
        if element in self._marks:
            label: str = self._marks[element]
            return "a", (("href", f"#fn-{label}"), ("id", f"fnref-{label}")), element
        if element in self._returns:
            return "a", (("href", f"#fnref-{self._returns[element]}"),), element
        target = self._links.resolve(self._value(element, _HREF))
        return "a", (("href", target),) if target else (), element

    @cython.cfunc
    def _block_attrs(self, element: cython.int, name: str) -> dict | None:
        """The attributes that a block is written with, None for none."""
        is_note: cython.bint = bool(self._bodies) and element in self._bodies
        if not is_note and name not in _WITH_ATTRIBUTES:
            return None
        attrs: dict = {}
        if is_note:
            attrs["id"] = f"fn-{self._bodies[element]}"
        if name == "td" or name == "th":
            self._add_span(attrs, "colspan", self._value(element, _COLSPAN))
            self._add_span(attrs, "rowspan", self._value(element, _ROWSPAN))
        elif name == "li":
            number = self._numbering.value(element) if self._is_numbered(element) else None
            if number is not None:
                attrs["value"] = str(number)
        elif name == "ol":
            start: str = self._value(element, _START)
            first = small_number(start) if start else None
            if first is not None and first != 1:
                attrs["start"] = str(first)
        elif name == "pre" and (language := self._languages.of(element)):
            attrs["class"] = f"language-{language}"
        return attrs

    @cython.cfunc
    def _add_span(self, attrs: dict, key: str, value: str) -> None:
        """Note how many rows or columns a cell takes, where it takes several."""
        span = small_number(value) if value else None
        if span is not None and 1 < span < 1000:
            attrs[key] = str(span)

    @cython.cfunc
    def _is_numbered(self, item: cython.int) -> cython.bint:
        return self._parent[item] >= 0 and self._tag[self._parent[item]] == _ORDERED

    @cython.cfunc
    def _value(self, element: cython.int, name: cython.int) -> str:
        """An attribute of an element by the number of its name, empty where it has none of that name."""
        place: cython.Py_ssize_t
        for place in range(self._first_attribute[element], self._first_attribute[element + 1]):
            if self._attribute[place] == name:
                return decoded(self._markup[self._value_start[place] : self._value_end[place]])
        return ""

    @cython.cfunc
    def _image(self, element: cython.int) -> None:
        image = self._images[element]
        if self._box[element] != self._last_box:
            self._end_run()
            self._last_box = self._box[element]
        if self._top.name != "pre":
            self._place(Node("img", {"src": image.src, "alt": image.alt}), False)
            self._breaks, self._after_image = 0, True

    @cython.cfunc
    def _rule(self, element: cython.int) -> None:
        """A line across the page, where the texts before and after it are both content."""
        at: cython.Py_ssize_t = self._first_text[element]
        self._end_run()
        if 0 < at < len(self._shown) and self._shown[at - 1] and self._shown[at] and not self._lines_only:
            self._settle("hr")
            self._top.children.append(Node("hr"))


@cython.cfunc
def _new_node(name: str, attrs: dict | None) -> Node:
    """An empty node, without the call of Python that `Node(…)` is in compiled code."""
    node: Node = Node.__new__(Node)
    node.name = name
    node.attrs = attrs or NO_ATTRIBUTES
    node.children = []
    node.implied = False
    return node


@cython.cfunc
def _finish(node: Node) -> None:
    """Nothing more will be put into a node."""
    node.children = tuple(node.children)


def _is(child: Node | str, names: Collection[str]) -> bool:
    return not isinstance(child, str) and child.name in names


def _is_block(child: Node | str) -> bool:
    return not isinstance(child, str) and (child.name in BLOCKS or child.name in ("p", "div", "hr"))


@cython.cfunc
def _tighten(node: Node) -> None:
    """Take the element of the only paragraph of a block away, where only lists and captions stand beside it."""
    at: cython.Py_ssize_t
    found: cython.Py_ssize_t = -1
    for at in range(len(node.children)):
        if isinstance(node.children[at], str):
            return
        child: Node = node.children[at]
        if child.name not in _BESIDE_PARAGRAPH:
            return
        if child.name == "p":
            if found >= 0:
                return
            found = at
    if found >= 0:
        paragraph: Node = node.children[found]
        if len(node.children) == 1:
            node.children = paragraph.children
        else:
            node.children[found : found + 1] = paragraph.children


def _trim(code: Node) -> None:
    """Take the blank lines around code away."""
    if code.children and isinstance(code.children[-1], str):
        code.children[-1] = code.children[-1].rstrip()
    if code.children and isinstance(code.children[0], str):
        code.children[0] = code.children[0].lstrip("\n")


def _gather_rows(table: Node) -> None:
    """Put what stands in a table outside its rows, as the content of a template may, into rows of its own."""
    gathered: list[Node | str] = []
    stray: Node | None = None
    for child in table.children:
        if _is(child, ("tr", "caption")):
            gathered.append(child)
            stray = None
            continue
        if stray is None:
            stray = Node("tr")
            gathered.append(stray)
        stray.children.append(child if _is(child, ("td", "th")) else Node("td", None, [child]))
    table.children = gathered
