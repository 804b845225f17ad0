"""The peers that board pages are compared with, each as a function from the bytes of a page to its text."""

from __future__ import annotations

from collections.abc import Callable

from kaensan.bench.peers import PEERS, quieten, whole_text
from kaensan.errors import UsageError

__all__ = ["BOARD_PEERS", "load_peer"]

BOARD_PEERS = ("trafilatura", "resiliparse", "readability", "turbohtml")


def load_peer(name: str) -> Callable[[bytes], str]:
    """The peer of that name; `UsageError` when its package is missing."""
    peer = PEERS[name]
    extract = peer.extract
    if extract is None:
        raise UsageError(f"{name} runs in Node and is not measured here; choose one of {', '.join(BOARD_PEERS)}")
    quieten()

    def text(html: bytes) -> str:
        found = extract(html, None)
        return found.text if found.text is not None else whole_text(found.html or "")

    try:
        text(b"<p>x")
    except ImportError:
        raise UsageError(f"{name} needs {peer.distribution}: pip install 'kaensan[bench]'") from None
    return text
