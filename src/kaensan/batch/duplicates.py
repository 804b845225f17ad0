"""Pages whose text was seen before: the very same, or nearly.

Near duplicates are found as in the large web corpora: 112 MinHash values over runs of five words, in 14 bands of 8;
two pages with the same values in any band are near duplicates, which is likely from a Jaccard similarity of about 0.75.
A letter counts as a word in scripts that do not part words by spaces.
"""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from typing import Any

import numpy as np
import regex

from kaensan.batch.schema import need

__all__ = ["Seen", "bands_of", "hash_of"]

BANDS, ROWS_A_BAND = 14, 8
_RUN = 5
_KEY = 8
_UNSPACED = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Han}\p{Hiragana}\p{Katakana}"
_WORDS = regex.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]++")


def hash_of(text: str) -> bytes:
    """A fingerprint of a text, whatever its white space.

    >>> hash_of("a  b\\n") == hash_of("a b") != hash_of("ab")
    True
    """
    return blake2b(" ".join(text.split()).encode("utf-8", "replace"), digest_size=16).digest()


def bands_of(text: str) -> bytes:
    """The keys of a text's bands, one after another; nothing for a text of no words."""
    words = _WORDS.findall(text.lower())
    runs = {" ".join(words[place : place + _RUN]) for place in range(max(1, len(words) - _RUN + 1))}
    if not words:
        return b""
    minhash = need("rensa").RMinHash(num_perm=BANDS * ROWS_A_BAND, seed=42)
    minhash.update(sorted(runs))
    values = np.array(minhash.digest(), np.uint64).astype("<u8").reshape(BANDS, -1)
    return b"".join(
        blake2b(values[band].tobytes(), digest_size=_KEY, salt=band.to_bytes(2)).digest() for band in range(BANDS)
    )


class Seen:
    """The texts of the pages so far, in tables of an SQLite database, so that memory stays small.

    Nothing is committed here: whoever finishes a shard commits its texts together with the fact that it is finished.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        for table in ("texts", "bands"):
            database.execute(f"CREATE TABLE IF NOT EXISTS {table} (key BLOB PRIMARY KEY) WITHOUT ROWID")

    def duplicates(self, batch: Any) -> list[str | None]:
        """For every row, how it is a duplicate, if it is; the others are remembered. Failed pages never are."""
        return [
            None if hashed is None else self._seen(hashed, bands)
            for hashed, bands in zip(
                batch.column("text_hash").to_pylist(), batch.column("bands").to_pylist(), strict=True
            )
        ]

    def _seen(self, hashed: bytes, bands: bytes | None) -> str | None:
        execute = self._database.execute
        if execute("INSERT OR IGNORE INTO texts VALUES (?)", (hashed,)).rowcount == 0:
            return "exact duplicate"
        if not bands:
            return None
        keys = [(bytes([band]) + bands[band * _KEY : (band + 1) * _KEY],) for band in range(BANDS)]
        if any(execute("SELECT 1 FROM bands WHERE key = ?", key).fetchone() for key in keys):
            return "near duplicate"
        self._database.executemany("INSERT OR IGNORE INTO bands VALUES (?)", keys)
        return None
