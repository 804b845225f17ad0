"""The rendered rows as a tree: headings, paragraphs, lists, tables, quotes, code and figures, nothing else.

The tree is written row by row from the flat tables of the page. Only elements with a meaning are visited; two rows
that other block elements part are known by the nearest block element around each. Inline elements are opened inside
the paragraph that their text is in, so an inline element never holds a block, however the page nests them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaensan.page import Page
from kaensan.page.tables import data_tables
from kaensan.page.tags import BLOCK, TAGS, family, tag_id
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
from kaensan.render.images import Image, content_images
from kaensan.render.links import Links
from kaensan.render.node import Node
from kaensan.render.notes import Notes, find_notes
from kaensan.render.numbering import Numbering, small_number
from kaensan.render.options import RenderOptions
from kaensan.render.reading import Joint, Reading

__all__ = ["build_tree"]

_DEEPEST = 60
"""Blocks nested deeper than this are read as paragraphs: no reader can follow them, and no renderer should."""
_CELL = family("td th")
_SHALLOW = LINES_ONLY - {"dt"}
"""Blocks that hold no others, so that they may stand in the deepest ones; a `dt` brings its list along."""
_PARAGRAPH = frozenset({"p"})
_BESIDE_PARAGRAPH = frozenset({"p", "ul", "ol", "figcaption"})
"""What may stand in a tight block beside its only paragraph."""
_BREAKS = family("br hr")
_BOXES = BLOCK & ~_BREAKS
"""Block elements that part paragraphs."""
_MEANT = np.array([name in BLOCKS or name in INLINE or name in ("br", "hr", "img") for name in TAGS])
"""Elements that are written, or say where a line ends."""

_BROKEN, _SPACED = int(Joint.BROKEN), int(Joint.SPACED)

_Key = tuple[str, tuple[tuple[str, str], ...], int]
"""An inline element: its name, its attributes, and for links and code which one it is."""


class _Scope(NamedTuple):
    """An element of the page that is open while its content is written."""

    end: int
    end_text: int
    is_inline: bool
    height: int
    """how many nodes stay open when a block ends"""


def build_tree(page: Page, reading: Reading, options: RenderOptions, inline: Mapping[str, str] = INLINE) -> Node:
    """The rows of a reading as a `body` of content; `inline` names the inline elements that are wanted."""
    return _Writer(page, reading, options, inline).write()


class _Writer:
    """Writes the tree: the nodes that are open, the paragraph in work and the inline elements around the next text."""

    def __init__(self, page: Page, reading: Reading, options: RenderOptions, inline: Mapping[str, str]) -> None:
        elements = page.elements
        self.page, self.reading, self.options, self.vocabulary = page, reading, options, inline
        self.rows: list[int] = reading.rows.tolist()
        self.at = 0
        self.joint: list[int] = reading.joint.tolist()
        self.preformatted: list[bool] = reading.preformatted.tolist()
        self.shown = np.zeros(len(page.texts), np.bool_)
        self.shown[reading.rows] = True
        self.links = Links(page)
        self.images: dict[int, Image] = content_images(page, self.shown, self.links) if options.images else {}
        self.notes: Notes = find_notes(page, self.shown) if options.links else Notes()
        self.data, self.rendered = self._rendered()
        self.box: NDArray[np.int32] = elements.nearest(_BOXES[elements.tag])
        self.boxes: list[int] = self.box[page.texts.parent[reading.rows]].tolist()
        self.numbering = Numbering(elements)
        self.languages = CodeLanguages(page)
        self.root = Node("body")
        self.nodes = [self.root]
        self.run: Node | None = None
        self.written: list[tuple[_Key, Node]] = []
        """the inline nodes of the run that are open, outermost first"""
        self.inline: list[_Key] = []
        """the inline elements of the page around the next text"""
        self.breaks = 0
        self.last_box = -1
        """the block element around the last text or image"""
        self.after_image = False
        self.code_box = -1
        """the element around the last block of code"""

    def _rendered(self) -> tuple[NDArray[np.bool_], list[int]]:
        """Which tables hold data, and the elements to visit, in document order."""
        elements = self.page.elements
        total = np.concatenate([[0], np.cumsum(self.shown)])
        has = total[elements.end_text] > total[elements.first_text]
        if self.images:
            pictured = np.zeros(len(elements) + 1, np.int64)
            pictured[np.array(list(self.images)) + 1] = 1
            np.cumsum(pictured, out=pictured)
            has |= pictured[elements.end] > pictured[:-1]
        data = data_tables(self.page, has)
        wanted = has & _MEANT[elements.tag]
        inside = np.concatenate([[False], has])[elements.parent + 1]  # the parent is rendered
        wanted |= inside & _BREAKS[elements.tag]
        if data.any():
            wanted |= inside & _CELL[elements.tag] & elements.inherit(data)
        if self.notes.bodies:
            wanted[list(self.notes.bodies)] = True
        if self.reading.listings:
            listings = list(self.reading.listings)
            wanted[listings] = has[listings]
        formulas = np.flatnonzero(elements.tag == tag_id("math"))
        if len(formulas):
            unknown = np.flatnonzero(has & (elements.tag == 0)).tolist()
            wanted[[row for row in unknown if elements.names[row] == "annotation"]] = True
        return data, np.flatnonzero(wanted).tolist()

    def write(self) -> Node:
        """Go through the rendered elements and texts in document order."""
        elements = self.page.elements
        end, end_text, first_text = elements.end.tolist(), elements.end_text.tolist(), elements.first_text.tolist()
        rows, count = self.rows, len(self.rows)
        scopes: list[_Scope] = []
        for element in self.rendered:
            if self.at < count and rows[self.at] < first_text[element]:
                self._write_texts(first_text[element], scopes)
            while scopes and scopes[-1].end <= element:
                self._close(scopes.pop())
            opened = self._open(element)
            if opened is not None:
                scopes.append(_Scope(end[element], end_text[element], *opened))
        self._write_texts(len(self.shown), scopes)
        while scopes:
            self._close(scopes.pop())
        self._shrink(1)
        return self.root

    def _write_texts(self, until: int, scopes: list[_Scope]) -> None:
        """Write the texts up to a row, closing the elements that end before them."""
        rows, count = self.rows, len(self.rows)
        while self.at < count and rows[self.at] < until:
            while scopes and scopes[-1].end_text <= rows[self.at]:
                self._close(scopes.pop())
            self._text(self.at)
            self.at += 1

    def _open(self, element: int) -> tuple[bool, int] | None:
        """Start an element; returns whether it is inline, and how many nodes stay open when it ends."""
        name = self.page.elements.names[element]
        if name == "br":
            self.breaks += 1
        elif name == "hr":
            self._rule(element)
        elif name == "img":
            if element in self.images:
                self._image(element)
        elif element in self.reading.listings:
            return self._open_block(element, "pre")
        elif name in BLOCKS or element in self.notes.bodies:
            return self._open_block(element, BLOCKS.get(name, "div"))
        elif name in INLINE:
            if name in self.vocabulary:
                self.inline.append(self._key(element, self.vocabulary[name]))
                return True, 0
        elif "tex" in self.page.elements.get(element, "encoding").lower():
            self.inline.append(("code", (("class", "language-math"),), 0))
            return True, 0
        return None

    def _open_block(self, element: int, name: str) -> tuple[bool, int] | None:
        self._end_run()
        around = self.nodes[-1].name
        if around in LINES_ONLY or (name == "table" and not self.data[element]):
            return None
        fits = around in PARENTS.get(name, ())
        if not fits and (name in PARTS or (len(self.nodes) > _DEEPEST and name not in _SHALLOW)):
            return None
        self._settle(name)
        height = len(self.nodes)
        if name == "pre":
            self._open_code(element)
        else:
            self._push(Node(name, self._block_attrs(element, name)))
        if name in LINES_ONLY:
            self.run = self.nodes[-1]
        return False, height

    def _open_code(self, element: int) -> None:
        """Start a block of code, or go on with the one before: in one box, listings without `pre` are parts of one."""
        parent, is_listing = int(self.page.elements.parent[element]), element in self.reading.listings
        last = self.nodes[-1].children[-1] if self.nodes[-1].children else None
        if isinstance(last, Node) and last.name == "pre" and parent == self.code_box and (is_listing or last.implied):
            self.nodes.append(last)
            self.breaks = 1
        else:
            self._push(Node("pre", self._block_attrs(element, "pre"), implied=is_listing))
        self.code_box = parent

    def _close(self, scope: _Scope) -> None:
        if scope.is_inline:
            self.inline.pop()
        else:
            self.run, self.breaks = None, 0
            self.written.clear()
            self._shrink(scope.height)

    def _push(self, node: Node) -> None:
        self.nodes[-1].children.append(node)
        self.nodes.append(node)

    def _shrink(self, height: int) -> None:
        """Close nodes until so many are open; a paragraph alone in a tight block gives up its element."""
        while len(self.nodes) > height:
            node = self.nodes.pop()
            if node.name == "pre" and node.implied:
                _trim(node)
            if node.name == "table":
                _gather_rows(node)
            if node.name in TIGHT:
                paragraphs = [at for at, child in enumerate(node.children) if _is(child, _PARAGRAPH)]
                if len(paragraphs) == 1 and all(_is(child, _BESIDE_PARAGRAPH) for child in node.children):
                    at = paragraphs[0]
                    paragraph = node.children[at]
                    assert isinstance(paragraph, Node)
                    node.children[at : at + 1] = paragraph.children

    def _settle(self, name: str) -> None:
        """Make sure that the open node may hold a block of that name: items get their list, lists their items."""
        if name == "li":
            if self.nodes[-1].implied and self.nodes[-1].name == "li":
                self._shrink(len(self.nodes) - 1)
            if self.nodes[-1].name not in LISTS:
                self._push(Node("ul", implied=True))
        elif name in ("dt", "dd"):
            if self.nodes[-1].implied and self.nodes[-1].name == "dd":
                self._shrink(len(self.nodes) - 1)
            if self.nodes[-1].name != "dl":
                self._push(Node("dl", implied=True))
        elif name not in ("tr", "td", "th", "caption"):
            while self.nodes[-1].implied and self.nodes[-1].name in ("ul", "dl"):
                self._shrink(len(self.nodes) - 1)
            if self.nodes[-1].name in LISTS:
                self._reopen("li")
            elif self.nodes[-1].name == "dl":
                self._reopen("dd")

    def _reopen(self, name: str) -> None:
        """Go on with the last item of a list, or start one: a list inside a list belongs to the item before it."""
        items = self.nodes[-1].children
        if items and _is(items[-1], (name,)):
            last = items[-1]
            assert isinstance(last, Node)
            loose = next((at for at, child in enumerate(last.children) if _is_block(child)), len(last.children))
            if loose:
                last.children[:loose] = [Node("p", {}, last.children[:loose])]
            last.implied = True
            self.nodes.append(last)
        else:
            self._push(Node(name, implied=True))

    def _end_run(self) -> None:
        if self.nodes[-1].name in LINES_ONLY:
            self.breaks = max(self.breaks, 1)
        else:
            self.run, self.breaks = None, 0
            self.written.clear()

    def _start_run(self) -> Node:
        if self.run is None:
            self._settle("p")
            self.run = Node("p")
            self.nodes[-1].children.append(self.run)
            self.written.clear()
        return self.run

    def _text(self, at: int) -> None:
        words = self.reading.words[at]
        joint = self.joint[at]
        if joint == _BROKEN and self.boxes[at] != self.last_box:
            self._end_run()
        elif joint == _BROKEN and self.after_image and not self.breaks:
            joint = _SPACED
        self.last_box, self.after_image = self.boxes[at], False
        if self.run is not None and self.run.children:
            flow = self.nodes[-1].name not in LINES_ONLY
            if (joint == _BROKEN and not self.breaks) or (flow and self.breaks > 1):
                self._end_run()
        run = self._start_run()
        if run.name == "pre":
            joined = "\n" * self.breaks or (" " if joint == _SPACED else "")
            run.children.append((joined if run.children else "") + words)
        else:
            spaced = joint == _SPACED
            if self.preformatted[at]:
                spaced |= words[0].isspace() or self.reading.words[at - 1][-1].isspace()
                words = " ".join(words.split())
            self._place(words, spaced=spaced)
        self.breaks = 0

    def _place(self, item: str | Node, *, spaced: bool = False) -> None:
        """Put a text or an image where the paragraph goes on, inside the inline elements that are open."""
        run = self._start_run()
        if not self.inline and not self.written and not self.breaks:  # most texts stand in no inline element
            if spaced and run.children:
                run.children.append(" ")
            run.children.append(item)
            return
        wanted = self._wanted(run)
        if isinstance(item, Node):  # no image in code
            wanted = [key for key in wanted if key[0] not in CODE]
        common = 0
        while common < min(len(self.written), len(wanted)) and self.written[common][0] == wanted[common]:
            if self.breaks and wanted[common][0] in CODE:
                break  # a line of code ends with its line
            common += 1
        del self.written[common:]
        holder = self.written[-1][1] if self.written else run
        if run.children:
            if self.breaks:
                holder.children.append(Node("br"))
            elif spaced:
                holder.children.append(" ")
        for key in wanted[common:]:
            node = Node(key[0], dict(key[1]))
            holder.children.append(node)
            self.written.append((key, node))
            holder = node
        holder.children.append(item)

    def _wanted(self, run: Node) -> list[_Key]:
        """The inline elements around the next text, each kind once, code innermost."""
        wanted: dict[str, _Key] = {}
        for key in self.inline:
            if key[0] == "a" and not key[1]:
                continue
            if key[0] == "strong" and run.name in HEADINGS:
                continue
            wanted.setdefault(key[0], key)
        if "code" in wanted and len(wanted) > 1:
            wanted["code"] = wanted.pop("code")
        return list(wanted.values())

    def _key(self, element: int, name: str) -> _Key:
        get = self.page.elements.get
        if name in MEANINGFUL_ATTRIBUTE:
            attribute = MEANINGFUL_ATTRIBUTE[name]
            value = get(element, attribute)
            return name, ((attribute, value),) if value else (), 0
        if name in CODE:
            return name, (), element
        if (name != "a" and element not in self.notes.marks) or not self.options.links:
            return name, (), 0
        if element in self.notes.marks:
            label = self.notes.marks[element]
            return "a", (("href", f"#fn-{label}"), ("id", f"fnref-{label}")), element
        if element in self.notes.returns:
            return "a", (("href", f"#fnref-{self.notes.returns[element]}"),), element
        target = self.links.resolve(get(element, "href"))
        return "a", (("href", target),) if target else (), element

    def _block_attrs(self, element: int, name: str) -> dict[str, str]:
        attrs: dict[str, str] = {}
        get = self.page.elements.get
        if element in self.notes.bodies:
            attrs["id"] = f"fn-{self.notes.bodies[element]}"
        for key in ("colspan", "rowspan") if name in ("td", "th") else ():
            span = small_number(get(element, key))
            if span is not None and 1 < span < 1000:
                attrs[key] = str(span)
        if name == "li" and (value := self.numbering.value(element)) is not None:
            attrs["value"] = str(value)
        elif name == "ol" and (start := small_number(get(element, "start"))) not in (None, 1):
            attrs["start"] = str(start)
        if name == "pre" and (language := self.languages.of(element)):
            attrs["class"] = f"language-{language}"
        return attrs

    def _image(self, element: int) -> None:
        image = self.images[element]
        if self.box[element] != self.last_box:
            self._end_run()
            self.last_box = int(self.box[element])
        if self.nodes[-1].name != "pre":
            self._place(Node("img", {"src": image.src, "alt": image.alt}))
            self.breaks, self.after_image = 0, True

    def _rule(self, element: int) -> None:
        """A line across the page, where the texts before and after it are both content."""
        at = int(self.page.elements.first_text[element])
        self._end_run()
        if 0 < at < len(self.shown) and self.shown[at - 1] and self.shown[at] and self.nodes[-1].name not in LINES_ONLY:
            self._settle("hr")
            self.nodes[-1].children.append(Node("hr"))


def _is(child: Node | str, names: Collection[str]) -> bool:
    return isinstance(child, Node) and child.name in names


def _is_block(child: Node | str) -> bool:
    return isinstance(child, Node) and (child.name in BLOCKS or child.name in ("p", "div", "hr"))


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
        if isinstance(child, Node) and child.name in ("tr", "caption"):
            gathered.append(child)
            stray = None
            continue
        if stray is None:
            stray = Node("tr")
            gathered.append(stray)
        stray.children.append(
            child if isinstance(child, Node) and child.name in ("td", "th") else Node("td", {}, [child])
        )
    table.children = gathered
