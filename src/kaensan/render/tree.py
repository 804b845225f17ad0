"""The rendered rows as a tree: headings, paragraphs, lists, tables, quotes, code and figures, nothing else.

The tree is written row by row from the flat tables of the page. Block elements that carry no meaning of their own
only end a paragraph; inline elements are opened inside the paragraph that their text is in, so an inline element
never holds a block, however the page nests them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kaensan.page import Page
from kaensan.page.tags import BLOCK, family, tag_id
from kaensan.render.code import code_language
from kaensan.render.images import Image, content_images
from kaensan.render.links import Links
from kaensan.render.node import Node
from kaensan.render.notes import Notes, find_notes
from kaensan.render.numbering import Numbering, small_number
from kaensan.render.options import RenderOptions
from kaensan.render.reading import Joint, Reading
from kaensan.render.tables import data_tables, gather_rows
from kaensan.render.vocabulary import BLOCKS, CODE, HEADINGS, INLINE, LINES_ONLY, LISTS, PARENTS, PARTS, TIGHT, TOLD

__all__ = ["build_tree"]

_DEEPEST = 60
"""Blocks nested deeper than this are read as paragraphs: no reader can follow them, and no renderer should."""
_CELL = family("td th")

_BROKEN, _SPACED = int(Joint.BROKEN), int(Joint.SPACED)

_Key = tuple[str, tuple[tuple[str, str], ...], int]
"""An inline element: its name, its attributes, and for links which one it is."""


class _Scope(NamedTuple):
    """An element of the page that is open while its content is written."""

    end: int
    end_text: int
    kind: str
    height: int


def build_tree(page: Page, reading: Reading, options: RenderOptions) -> Node:
    """The rows of a reading as a `body` of content."""
    return _Writer(page, reading, options).write()


class _Writer:
    """Writes the tree: the nodes that are open, the paragraph in work and the inline elements around the next text."""

    def __init__(self, page: Page, reading: Reading, options: RenderOptions) -> None:
        elements = page.elements
        self.page, self.reading, self.options = page, reading, options
        self.rows: list[int] = reading.rows.tolist()
        self.at = 0
        self.joint: list[int] = reading.joint.tolist()
        self.preformatted: list[bool] = reading.preformatted.tolist()
        self.shown = np.zeros(len(page.texts), np.bool_)
        self.shown[reading.rows] = True
        self.links = Links(page)
        self.images: dict[int, Image] = content_images(page, self.shown, self.links) if options.images else {}
        self.notes: Notes = find_notes(page, self.shown) if options.links else Notes()
        total = np.concatenate([[0], np.cumsum(self.shown)])
        has = total[elements.end_text] > total[elements.first_text]
        if self.images:
            pictured = np.zeros(len(elements) + 1, np.int64)
            pictured[np.array(list(self.images)) + 1] = 1
            np.cumsum(pictured, out=pictured)
            has |= pictured[elements.end] > pictured[:-1]
        self.data = data_tables(page, has)
        in_data = elements.inherit(self.data)
        inside = np.concatenate([[False], has])[elements.parent + 1]  # the parent is rendered
        cells = _CELL[elements.tag] & in_data
        marks = (elements.tag == tag_id("br")) | (elements.tag == tag_id("hr"))
        self.rendered: list[int] = np.flatnonzero(has | (inside & (cells | marks))).tolist()
        self.numbering = Numbering(elements)
        self.root = Node("body")
        self.nodes = [self.root]
        self.run: Node | None = None
        self.made: list[tuple[_Key, Node]] = []
        self.inline: list[_Key] = []
        self.breaks = 0

    def write(self) -> Node:
        """Go through the rendered elements and texts in document order."""
        elements = self.page.elements
        end, end_text, first_text = elements.end.tolist(), elements.end_text.tolist(), elements.first_text.tolist()
        scopes: list[_Scope] = []
        for element in self.rendered:
            self._write_texts(first_text[element], scopes)
            while scopes and scopes[-1].end <= element:
                self._close(scopes.pop())
            kind, height = self._open(element)
            scopes.append(_Scope(end[element], end_text[element], kind, height))
        self._write_texts(len(self.shown), scopes)
        while scopes:
            self._close(scopes.pop())
        self._shrink(1)
        return self.root

    def _write_texts(self, until: int, scopes: list[_Scope]) -> None:
        """Write the texts up to a row, closing the elements that end before them."""
        while self.at < len(self.rows) and self.rows[self.at] < until:
            while scopes and scopes[-1].end_text <= self.rows[self.at]:
                self._close(scopes.pop())
            self._text(self.at)
            self.at += 1

    def _open(self, element: int) -> tuple[str, int]:
        """Start an element; returns what it is and how many nodes stay open when it ends."""
        name = self.page.elements.names[element]
        if name == "br":
            self.breaks += 1
        elif name == "hr":
            self._rule(element)
        elif name == "img":
            self._image(element)
        elif name in INLINE:
            self.inline.append(self._key(element, INLINE[name]))
            return "inline", 0
        elif name == "annotation" and "tex" in self.page.elements.get(element, "encoding").lower():
            self.inline.append(("code", (("class", "language-math"),), 0))
            return "inline", 0
        elif name in BLOCKS or element in self.notes.bodies:
            return self._open_block(element, BLOCKS.get(name, "div"))
        elif BLOCK[self.page.elements.tag[element]]:
            self._end_run()
            return "block", 0
        return "", 0

    def _open_block(self, element: int, name: str) -> tuple[str, int]:
        self._end_run()
        around = self.nodes[-1].name
        if around in LINES_ONLY or (name == "table" and not self.data[element]):
            return "block", 0
        fits = around in PARENTS.get(name, ())
        if not fits and (name in PARTS or (len(self.nodes) > _DEEPEST and name not in LINES_ONLY)):
            return "block", 0
        self._settle(name)
        height = len(self.nodes)
        self._push(Node(name, self._block_attrs(element, name)))
        if name in LINES_ONLY:
            self.run = self.nodes[-1]
        return "node", height

    def _close(self, scope: _Scope) -> None:
        if scope.kind == "inline":
            self.inline.pop()
        elif scope.kind == "block":
            self._end_run()
        elif scope.kind == "node":
            self.run, self.breaks = None, 0
            self.made.clear()
            self._shrink(scope.height)

    def _push(self, node: Node) -> None:
        self.nodes[-1].children.append(node)
        self.nodes.append(node)

    def _shrink(self, height: int) -> None:
        """Close nodes until so many are open; a paragraph alone in a tight block gives up its element."""
        while len(self.nodes) > height:
            node = self.nodes.pop()
            if node.name == "table":
                gather_rows(node)
            if node.name in TIGHT:
                paragraphs = [at for at, child in enumerate(node.children) if _is(child, "p")]
                if len(paragraphs) == 1 and all(_is(child, "p ul ol figcaption") for child in node.children):
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
        if items and _is(items[-1], name):
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
            self.made.clear()

    def _start_run(self) -> Node:
        if self.run is None:
            self._settle("p")
            self.run = Node("p")
            self.nodes[-1].children.append(self.run)
            self.made.clear()
        return self.run

    def _text(self, at: int) -> None:
        words = self.reading.words[at]
        joint = self.joint[at]
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
        wanted = self._wanted(run)
        common = 0
        while common < min(len(self.made), len(wanted)) and self.made[common][0] == wanted[common]:
            if self.breaks and wanted[common][0] in CODE:
                break  # a line of code ends with its line
            common += 1
        del self.made[common:]
        holder = self.made[-1][1] if self.made else run
        if run.children:
            if self.breaks:
                holder.children.append(Node("br"))
            elif spaced:
                holder.children.append(" ")
        for key in wanted[common:]:
            node = Node(key[0], dict(key[1]))
            holder.children.append(node)
            self.made.append((key, node))
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
        if name in TOLD:
            value = get(element, TOLD[name])
            return name, ((TOLD[name], value),) if value else (), 0
        if name != "a" or not self.options.links:
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
        if name == "pre" and (language := code_language(self.page, element)):
            attrs["class"] = f"language-{language}"
        return attrs

    def _image(self, element: int) -> None:
        image = self.images[element]
        if self.nodes[-1].name != "pre":
            self._place(Node("img", {"src": image.src, "alt": image.alt}))
            self.breaks = 0

    def _rule(self, element: int) -> None:
        """A line across the page, where the texts before and after it are both content."""
        at = int(self.page.elements.first_text[element])
        self._end_run()
        if 0 < at < len(self.shown) and self.shown[at - 1] and self.shown[at] and self.nodes[-1].name not in LINES_ONLY:
            self._settle("hr")
            self.nodes[-1].children.append(Node("hr"))


def _is(child: Node | str, names: str) -> bool:
    return isinstance(child, Node) and child.name in names.split()


def _is_block(child: Node | str) -> bool:
    return isinstance(child, Node) and (child.name in BLOCKS or child.name in ("p", "div", "hr"))
