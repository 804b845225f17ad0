"""Kaensan (แก่นสาร, heartwood): the main content of any web page, with particular care for Thai.

Importing the package costs next to nothing: each public name loads what it needs when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kaensan.kernel import prefer_sources_if_needed

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

_HOMES = {
    "kaensan.aio": "aextract_many afetch",
    "kaensan.api": "cloud extract extract_many fetch method_names",
    "kaensan.clouds.cloud": "Cloud",
    "kaensan.document": "Block Document Post Section Thread",
    "kaensan.errors": "FetchError InputError KaensanError ModelError StoreError UsageError",
    "kaensan.methods": "Policy",
    "kaensan.page": "Page parse",
    "kaensan.page.columns": "compiled",
    "kaensan.render": "RenderOptions",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
