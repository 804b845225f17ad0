"""What the service says about itself, in the format of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["MEDIA", "Metrics"]

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The counters of one service; each service has its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "kaensan_requests_total", "Requests answered", ("route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "kaensan_request_seconds",
            "Time from the head of a request to the end of its answer",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.received = Counter("kaensan_received_bytes_total", "Bytes of pages received", registry=self.registry)
        self.deaths = Counter(
            "kaensan_worker_deaths_total", "Worker processes that died of a task", ("how",), registry=self.registry
        )
        self.fetches = Counter("kaensan_fetches_total", "Pages fetched", ("result",), registry=self.registry)
        self.inside = Gauge("kaensan_requests_inside", "Requests being worked on", registry=self.registry)
        self.held = Gauge("kaensan_held_bytes", "Bytes of requests and answers held", registry=self.registry)
        self.workers = Gauge("kaensan_workers", "Worker processes that run", registry=self.registry)
        self.jobs = Gauge("kaensan_jobs", "Long works under way", registry=self.registry)

    def render(self) -> bytes:
        return generate_latest(self.registry)
