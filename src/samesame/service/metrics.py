"""What a server tells Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from samesame.store import Desk, Outcome, Writer

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_ROUTES = {"/documents", "/compare", "/matches", "/groups", "/stats", "/metrics", "/openapi.json"}
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """Counters of this process, and what is true of the window when it is asked."""

    def __init__(self, desk: Desk, writer: Writer) -> None:
        self._desk, self._writer = desk, writer
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        registry = self._registry
        self.requests = Counter(
            "samesame_requests", "Requests by route and status", ["route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "samesame_request_seconds",
            "From the whole request to its answer",
            ["route"],
            buckets=_SECONDS,
            registry=registry,
        )
        self._documents = Counter("samesame_documents", "Documents by what became of them", ["kind"], registry=registry)
        self._relations = Counter("samesame_relations", "Judged documents by relation", ["relation"], registry=registry)
        self._registry.register(self)

    def request(self, path: str, status: int) -> None:
        """Counts an answer. Other addresses than there are count as one."""
        route = path if path in _ROUTES else "/documents/{id}" if path.startswith("/documents/") else "other"
        self.requests.labels(route, status).inc()

    def count(self, outcomes: list[Outcome]) -> None:
        """Counts what became of documents."""
        for outcome in outcomes:
            self._documents.labels(outcome.kind).inc()
            if outcome.kind == "judged":
                self._relations.labels(outcome.relation).inc()

    def collect(self) -> Iterator[Metric]:
        """What is true now."""
        desk = self._desk
        yield _gauge("samesame_ready", "1 if documents are judged", float(desk.ready and not desk.in_trouble))
        yield _gauge("samesame_waiting_documents", "Documents that wait to be judged", self._writer.waiting)
        if desk.ready:
            yield _gauge("samesame_window_documents", "Documents that the window holds", len(desk.window))
            yield _gauge("samesame_window_bytes", "Memory that the window takes", desk.window.bytes)
            yield _gauge("samesame_unsaved_documents", "Documents since the last snapshot", desk.unsaved)
            yield _gauge("samesame_snapshot_seconds", "How long the last snapshot took", desk.snapshot_seconds)
        yield _gauge("samesame_store_bytes", "Size of the store with its log", desk.stored_bytes())

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(name, meaning, value=value)
