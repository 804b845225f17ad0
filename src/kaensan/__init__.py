"""Kaensan (แก่นสาร, heartwood): the main content of any web page, with particular care for Thai.

Importing the package costs next to nothing: each public name loads what it needs when it is first used.
"""

from typing import TYPE_CHECKING

from kaensan.kernel import prefer_sources_if_needed
from kaensan.lazy_names import lazy_names

if TYPE_CHECKING:
    from kaensan.aio import aextract_many, afetch
    from kaensan.api import cloud, extract, extract_many, fetch, method_names
    from kaensan.clouds.cloud import Cloud
    from kaensan.document import Block, Document, Post, Section, Thread
    from kaensan.errors import FetchError, InputError, KaensanError, ModelError, StoreError, UsageError
    from kaensan.methods import Policy
    from kaensan.page import Page, parse
    from kaensan.page.columns import compiled
    from kaensan.render import RenderOptions

__version__ = "0.1.0"

prefer_sources_if_needed()

__all__ = [
    "Block",
    "Cloud",
    "Document",
    "FetchError",
    "InputError",
    "KaensanError",
    "ModelError",
    "Page",
    "Policy",
    "Post",
    "RenderOptions",
    "Section",
    "StoreError",
    "Thread",
    "UsageError",
    "aextract_many",
    "afetch",
    "cloud",
    "compiled",
    "extract",
    "extract_many",
    "fetch",
    "method_names",
    "parse",
]

__getattr__ = lazy_names(
    __name__,
    {
        "kaensan.aio": "aextract_many afetch",
        "kaensan.api": "cloud extract extract_many fetch method_names",
        "kaensan.clouds.cloud": "Cloud",
        "kaensan.document": "Block Document Post Section Thread",
        "kaensan.errors": "FetchError InputError KaensanError ModelError StoreError UsageError",
        "kaensan.methods": "Policy",
        "kaensan.page": "Page parse",
        "kaensan.page.columns": "compiled",
        "kaensan.render": "RenderOptions",
    },
)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
