"""What a board calls a post, and the post's own address."""

from __future__ import annotations

import re

from kaensan.page import Page
from kaensan.page.tags import tag_id
from kaensan.threads.post_records import Records

__all__ = ["find_identity", "has_part", "leads_to"]

_ATTRIBUTES = ("id", "data-post-id", "data-comment-id", "data-pid", "data-id", "data-content", "data-fullname")
_SEPARATOR = re.compile(r"[^0-9A-Za-z]+")
_COUNTED = re.compile(r"[A-Za-z]*?(\d{2,})")
_CODE = re.compile(r"(?=[A-Za-z]*\d)[0-9A-Za-z]{5,16}")
_DIGIT = re.compile("[0-9]")
_ACTION = re.compile(
    r"reply|quote|report|edit|delete|vote|flag|react|like|bookmark|share\?|history|revision|login|register|profile|member"
    r"|/users?/|action=|mode=|search|mailto:|javascript:",
    re.I,
)
_LINK = tag_id("a")
_MOST = 500
"""elements of a record in which its address is looked for"""
_NEAR = 12
"""elements from the start of a record in which its name is looked for"""


def find_identity(page: Page, records: Records, number: int) -> tuple[str | None, str | None]:
    """The name of a post and its address, where the page gives them."""
    elements = page.elements
    root = records.roots[number]
    said, name = _named(page, root, records.bodies[number])
    if not name:
        return None, None
    anchors = dict.fromkeys(page.texts.anchor[records.around(number)].tolist())
    within = elements.tag[root : min(int(elements.end[root]), root + _MOST)] == _LINK
    anchors |= dict.fromkeys((within.nonzero()[0] + root).tolist())  # those without a text as well
    anchors.pop(-1, None)
    addresses = (held["href"] for held in elements.attrs.of_rows(list(anchors), ("href",)).values())
    likely = sorted((address for address in addresses if has_part(address, name)), key=_directness)
    address = next((address for address in likely if not _ACTION.search(address)), "")
    if not address and said == elements.get(root, "id"):
        address = f"#{said}"
    absolute = (page.head.absolute(address) if address else None) or ""
    return name, absolute if "://" in absolute or absolute.startswith("#") else None


def leads_to(page: Page, records: Records, number: int, address: str) -> bool:
    """Whether an address is that of a post: it holds the post's name, and is none of what can be done with the post."""
    if not _DIGIT.search(address) or _ACTION.search(address):  # a name holds a digit
        return False
    _, name = _named(page, records.roots[number], records.bodies[number])
    return bool(name) and has_part(address, name)


def _named(page: Page, root: int, body: int) -> tuple[str, str]:
    """The first attribute of a record, of its body or near its start that holds the name of a post, and that name."""
    near = [root, body, *range(root + 1, min(root + _NEAR, body))]
    held = page.elements.attrs.of_rows(near, _ATTRIBUTES)
    for attributes in held.values():
        for attribute in _ATTRIBUTES:
            said = attributes.get(attribute, "")
            if said and (name := _name_in(said)):
                return said, name
    return "", ""


def has_part(address: str, name: str) -> bool:
    """Whether an address has a name as a part of its own: a number not in a longer number, a code not in a longer one.

    >>> has_part("/t/4101#p7", "4101"), has_part("/t/p4101", "4101"), has_part("/t/14101", "4101")
    (True, True, False)
    """
    belongs = str.isdecimal if name.isdecimal() else _is_code
    at = address.find(name)
    while at >= 0:
        end = at + len(name)
        if not (at and belongs(address[at - 1])) and not (end < len(address) and belongs(address[end])):
            return True
        at = address.find(name, end)
    return False


def _is_code(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _name_in(said: str) -> str:
    """The number in `post-4101` and `p4101`, the code in `t1_k2b22`; empty where there is none."""
    for part in reversed(_SEPARATOR.split(said[:80])):
        if found := _COUNTED.fullmatch(part):
            return found[1]
        if _CODE.fullmatch(part):
            return part
    return ""


def _directness(address: str) -> tuple[bool, bool, int]:
    """Addresses of a place in a page come first, then those that say what they are, then short ones."""
    return "#" not in address, "permalink" not in address, len(address)
