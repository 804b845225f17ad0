"""Kaensan (แก่นสาร, heartwood): the main content of any web page, with particular care for Thai."""

from kaensan.api import cloud, extract, extract_many, fetch, methods
from kaensan.document import Block, Document
from kaensan.errors import FetchError, InputError, KaensanError, ModelError, UsageError
from kaensan.methods import Policy
from kaensan.page import Page, parse
from kaensan.render import RenderOptions

__version__ = "0.1.0"

__all__ = [
    "Block",
    "Document",
    "FetchError",
    "InputError",
    "KaensanError",
    "ModelError",
    "Page",
    "Policy",
    "RenderOptions",
    "UsageError",
    "cloud",
    "extract",
    "extract_many",
    "fetch",
    "methods",
    "parse",
]
