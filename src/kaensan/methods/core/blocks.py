"""Blocks, the containers around them, and sums over both, all as arrays.

A *container* is a block-level element with text in it. Because elements are in preorder, the blocks of a container
are a range, and any sum over them is a difference of two entries of a cumulative sum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kaensan.cached import cached_property
from kaensan.frozen_records import record
from kaensan.methods.core.choosing import LeftOut, left_out
from kaensan.methods.core.login_forms import in_login_forms
from kaensan.methods.core.measures import FirstRows, block_sums, find_containers, first_rows, outward
from kaensan.page import Context, Page
from kaensan.page.characters import COUNTED, LETTER, counts
from kaensan.page.consent_dialogs import in_consent_dialogs
from kaensan.page.tags import BLOCK, family

__all__ = ["LEVELS", "LONG", "Blocks", "Containers"]

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

LEVELS = 7
"""How many containers outwards from a block are looked at; wrappers that add no text do not count."""

LONG = 80 * LETTER
"""Units outside links that make a block long."""

_MOSTLY = 0.8
"""Share of a page's text in footers or templates from which they are none: an element that was never closed, a page of
one."""
_CONTAINER = (BLOCK & ~family("br hr")).view(np.uint8)
_HEADING = Context.HEADING
_LEFT_OUT = np.array(
    [Context.FOOTER, Context.ARTICLE, Context.TEMPLATE, Context.CONTROL | Context.HEAD],
    np.int32,
)
_COLUMN = {name: number for number, name in enumerate(COUNTED)}


@record
class Containers:
    """Block-level elements with text, in document order; number 0 is the root."""

    element: Ints
    """row of the element in `page.elements`"""
    parent: Ints
    """number of the next container outwards; the root is its own parent"""
    first: Ints
    """first block inside"""
    end: Ints
    """one past the last block inside"""

    wider: Ints
    """the next container outwards that holds more text; the root is its own"""
    children: Ints
    """how many containers are directly in each"""
    inside: Ints
    """the innermost container of every element of the page"""

    def __len__(self) -> int:
        return len(self.element)


@record
class Blocks:
    """The blocks of a page with what is counted in each."""

    page: Page
    counted: Floats
    """a column per name of `COUNTED`"""
    linked: Floats
    """units inside links"""

    links: Floats
    """number of `a` elements that start in each block"""

    @classmethod
    def of(cls, page: Page) -> Blocks:
        texts = page.texts
        return cls(page, *block_sums(counts(texts), texts.anchor, texts.block, texts.blocks))

    def __len__(self) -> int:
        return len(self.counted)

    def column(self, name: str) -> Floats:
        return self.counted[:, _COLUMN[name]]

    @cached_property
    def units(self) -> Floats:
        return self.column("units")

    @cached_property
    def prose(self) -> Floats:
        """Units outside links."""
        return self.units - self.linked

    @cached_property
    def row(self) -> Ints:
        """The first row of each block."""
        return self.page.texts.block_start[:-1]

    @cached_property
    def rows(self) -> Ints:
        """Number of rows in each block."""
        return np.diff(self.page.texts.block_start)

    @cached_property
    def _first(self) -> FirstRows:
        texts = self.page.texts
        return first_rows(texts.block_start, texts.parent, texts.context, texts.elements.depth, texts.start)

    @cached_property
    def context(self) -> Ints:
        """`Context` flags of the first row."""
        return self._first.context

    @cached_property
    def parent(self) -> Ints:
        """The element of the first row."""
        return self._first.parent

    @property
    def depth(self) -> Ints:
        """How deep the element of the first row stands."""
        return self._first.depth

    def within(self, context: Context) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (self.context & int(context)) != 0
        return found

    @cached_property
    def containers(self) -> Containers:
        elements = self.page.elements
        return Containers(
            *find_containers(
                *(_CONTAINER, elements.tag, elements.parent, elements.first_text, elements.end_text),
                self.page.texts.block,
            )
        )

    @property
    def container(self) -> Ints:
        """The innermost container of each block."""
        return self._outward[0]

    @cached_property
    def chain(self) -> Ints:
        """Containers outwards from each block, a column per level; the root repeats at the end."""
        return self._outward[1]

    @cached_property
    def _outward(self) -> tuple[Ints, Ints]:
        return outward(self.containers.inside, self.parent, self.containers.wider, LEVELS)

    @cached_property
    def tag(self) -> NDArray[np.int16]:
        """Tag number of the innermost container."""
        return self.page.elements.tag[self.containers.element[self.container]]

    @cached_property
    def is_heading(self) -> NDArray[np.bool_]:
        return self.within(_HEADING)

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where each block starts in `codes` of the texts, and the total at the end."""
        return self._first.start

    @property
    def in_footer(self) -> NDArray[np.bool_]:
        """What stands in the footer of the page; nothing where nearly all does, as in one that was never closed."""
        return self._left_out.footer

    @property
    def in_template(self) -> NDArray[np.bool_]:
        """What stands in templates, of which browsers show nothing; nothing where nearly all does.

        Out of fold this gains .003 on mercury and .0002 on WCXB, three pages by .10 to .39, and changes no other.
        """
        return self._left_out.template

    @cached_property
    def never(self) -> NDArray[np.bool_]:
        """What is no part of the content of any page."""
        never = self._left_out.never
        login = in_login_forms(self.page)
        if login is not None:
            never = never | login[self.parent]
        return never if self.in_consent is None else never | self.in_consent

    @cached_property
    def in_consent(self) -> NDArray[np.bool_] | None:
        """What stands in a dialog that asks for consent to cookies; None where there is none."""
        inside = in_consent_dialogs(self.page)
        return None if inside is None else inside[self.parent]

    @cached_property
    def _left_out(self) -> LeftOut:
        return left_out(self.context, self.counted, _LEFT_OUT, _MOSTLY)
