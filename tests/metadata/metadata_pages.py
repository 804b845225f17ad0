"""Pages with metadata, written for the tests."""

from __future__ import annotations

import json

from kaensan.document import Metadata
from kaensan.metadata.read import read_metadata
from kaensan.page import parse
from plain_methods import All

TEXT = "<p>The town has built a new bridge over the river, and everybody who lives there is glad about it.</p>"


def metadata(html: str, url: str | None = None) -> Metadata:
    """The metadata of a page, whatever the method."""
    page = parse(html, url)
    return read_metadata(page, All().label(page))


def json_ld(**properties: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **properties})}</script>'
