"""What happens in a run, as JSON lines."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kaensan.batch.events import Ended, Event, Failed
from kaensan.batch.shards import Shard

__all__ = ["JsonLog", "log_to"]

LOGGER = logging.getLogger("kaensan.batch")
LOGGER.addHandler(logging.NullHandler())


class JsonLog:
    """A JSON object a line for everything worth a line, by way of the logger `kaensan.batch`."""

    def begin(self, shards: Sequence[Shard], finished: int) -> None:
        """The run begins."""
        self._log("run begun", shards=len(shards), finished_before=finished)

    def see(self, event: Event) -> None:
        """Pages that failed, places that were lost, shards that ended."""
        if isinstance(event, Ended):
            self._log("shard ended", source=event.shard.location)
        elif isinstance(event, Failed):
            self._log("shard failed", logging.ERROR, source=event.shard.location, reason=event.reason)
        else:
            source = event.shard.location
            for offset, url, reason in event.outcome.failures:
                self._log("page failed", logging.WARNING, source=source, offset=offset, url=url, reason=reason)
            for loss in event.outcome.losses:
                self._log(
                    "place lost",
                    logging.WARNING,
                    source=source,
                    offset=loss.offset,
                    bytes=loss.length,
                    reason=loss.reason,
                )

    def end(self) -> None:
        """The run ends."""
        self._log("run ended")

    def _log(self, what: str, level: int = logging.INFO, **fields: Any) -> None:
        LOGGER.log(level, what, extra={"fields": fields})


@contextmanager
def log_to(place: str) -> Iterator[None]:
    """Send the lines of the log to a file, or to standard error for `-`, as long as the block lasts."""
    with ExitStack() as stack:
        stream = sys.stderr if place == "-" else stack.enter_context(Path(place).open("a", encoding="utf-8"))
        handler = logging.StreamHandler(stream)
        handler.setFormatter(_Json())
        level, spreads = LOGGER.level, LOGGER.propagate
        LOGGER.addHandler(handler)
        LOGGER.setLevel(logging.INFO)
        LOGGER.propagate = False
        try:
            yield
        finally:
            LOGGER.removeHandler(handler)
            LOGGER.setLevel(level)
            LOGGER.propagate = spreads


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        return json.dumps(line, ensure_ascii=False)
