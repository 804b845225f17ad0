"""Pages that agents read: fetched safely, extracted once, the last few kept for the parts that are asked for next."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeAlias

from kaensan.document import Document
from kaensan.errors import UsageError
from kaensan.many import extract_page
from kaensan.methods import load
from kaensan.page import Page, parse
from kaensan.web.timeouts import Deadline

__all__ = ["Fetch", "Pages"]

Fetch: TypeAlias = Callable[[str, Deadline], Page]
"""Fetches a page safely, unless the deadline passes before it has come."""

_KEPT = 16
"""Documents that are kept for the next question about them: a session of an agent rarely goes back further."""


class Pages:
    """From an address or markup to its document."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._method = load()
        self._lock = threading.Lock()
        self._documents: OrderedDict[str, Document] = OrderedDict()

    def document(self, address: str | None, html: str | None, deadline: Deadline) -> Document:
        """The document of an address, or of markup; where both are given, the markup is the page at that address."""
        if not address and not html:
            raise UsageError("name the address of a page, or hand over its HTML")
        key = f"{address or ''} {hashlib.sha256(html.encode('utf-8', 'replace')).hexdigest() if html else ''}"
        with self._lock:
            if key in self._documents:
                self._documents.move_to_end(key)
                return self._documents[key]
        page = parse(html, address) if html else self._fetch(str(address), deadline)
        document = extract_page(page, self._method)
        with self._lock:
            self._documents[key] = document
            while len(self._documents) > _KEPT:
                self._documents.popitem(last=False)
        return document
