"""What comes out of a target that is no answer, written down once per place it came from."""

from __future__ import annotations

import hashlib
import json
import traceback
from pathlib import Path

from targets import Target

__all__ = ["Notes"]


class Notes:
    """Runs a target and writes down what comes out of it."""

    def __init__(self, target: Target, folder: Path) -> None:
        self.target = target
        self.folder = folder

    def __call__(self, data: bytes) -> None:
        try:
            self.target(data)
        except Exception as error:  # whatever it is, it is a finding
            self._write(data, error)

    def _write(self, data: bytes, error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = next((frame for frame in reversed(frames) if "kaensan" in frame.filename), frames[-1])
        where = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        name = f"{self.target.name}-{hashlib.sha256(where.encode()).hexdigest()[:12]}"
        note = self.folder / f"{name}.json"
        if note.exists():
            return
        (self.folder / f"{name}.bin").write_bytes(data)
        trace = "".join(traceback.format_exception(error))
        told = {"target": self.target.name, "kind": "exception", "where": where, "says": str(error), "trace": trace}
        note.write_text(json.dumps(told, indent=1, ensure_ascii=True), encoding="utf-8")
