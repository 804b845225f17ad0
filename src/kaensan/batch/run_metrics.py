"""A run as Prometheus metrics."""

from __future__ import annotations

from collections.abc import Sequence

from kaensan.batch.events import Done, Event, Failed
from kaensan.batch.shards import Shard
from kaensan.errors import UsageError
from kaensan.extras import from_extra

__all__ = ["Metrics"]


class Metrics:
    """Counters for Prometheus, served over HTTP while the run lasts; port 0 takes any that is free."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        with from_extra("batch", "serving metrics"):
            import prometheus_client as prometheus
        registry = prometheus.CollectorRegistry()
        self._pages = prometheus.Counter("kaensan_pages", "Pages by what became of them", ["fate"], registry=registry)
        self._bytes = prometheus.Counter("kaensan_markup_bytes", "Bytes of markup", registry=registry)
        self._lost = prometheus.Counter("kaensan_lost_places", "Places that could not be read", registry=registry)
        self._shards = prometheus.Counter("kaensan_shards", "Shards by how they ended", ["end"], registry=registry)
        self._seconds = prometheus.Histogram("kaensan_page_seconds", "Seconds a page took", registry=registry)
        try:
            self._server, self._thread = prometheus.start_http_server(port, host, registry)
        except OSError as error:
            raise UsageError(f"port {port} cannot be used for metrics ({error.strerror})") from None

    @property
    def address(self) -> str:
        """Where they can be read."""
        return f"http://{self._server.server_address[0]!s}:{self._server.server_port}/metrics"

    def begin(self, shards: Sequence[Shard], finished: int) -> None:
        """Nothing yet."""

    def see(self, event: Event) -> None:
        """Count."""
        if isinstance(event, Done):
            for fate in event.outcome.fates:
                self._pages.labels(fate).inc()
            for taken in event.outcome.seconds:
                self._seconds.observe(taken)
            self._bytes.inc(event.outcome.markup)
            self._lost.inc(len(event.outcome.losses))
        else:
            self._shards.labels("failed" if isinstance(event, Failed) else "finished").inc()

    def end(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
