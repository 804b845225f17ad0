"""The Rust engine nlpO3: about twice the speed, and nearly the same words (see docs/explanation/clouds.md)."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

from kaensan.extras import from_extra
from kaensan.thai.dictionary import Dictionary

__all__ = ["cut"]

_SCRIPTS = re.compile("[\u0e00-\u0e7f]+|[^\u0e00-\u0e7f]+")
_MIXED = re.compile("[\u0e00-\u0e7f][^\u0e00-\u0e7f]")


def cut(text: str, dictionary: Dictionary) -> list[str]:
    """Cut a text into words with nlpO3; the pieces join to the text."""
    name = _loaded(dictionary)
    import nlpo3

    pieces: list[str] = []
    for piece in nlpo3.segment(text, name):
        # Signs stick to unknown words here, which newmm keeps apart.
        pieces += [piece] if piece in dictionary.words or not _MIXED.search(piece) else _SCRIPTS.findall(piece)
    return pieces


@cache
def _loaded(dictionary: Dictionary) -> str:
    """The name under which nlpO3, which reads dictionaries from files only, holds this one."""
    with from_extra("thai", "the engine nlpo3"):
        import nlpo3
    entries = "\n".join(sorted(dictionary.words - dictionary.phrases)).encode()
    name = f"kaensan-{sha256(entries).hexdigest()}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "words.txt")
        path.write_bytes(entries)
        nlpo3.load_dict(str(path), name)
    return name
