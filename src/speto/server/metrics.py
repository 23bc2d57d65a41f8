"""What the server counts, for Prometheus at ``/metrics``. No label names a table, a person or a card."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

disable_created_metrics()  # type: ignore[no-untyped-call]
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Tally:
    """A counter with one label, for what happens with every action: it costs a tenth of Prometheus' own.

    >>> tally = Tally("speto_pushes", "Messages to pages", "type")
    >>> tally.add("step", 4)
    >>> tally.counts
    {'step': 4}
    """

    def __init__(self, name: str, text: str, label: str = "") -> None:
        self.name, self.text, self.label = name, text, label
        self.counts: dict[str, int] = {} if label else {"": 0}

    def add(self, label: str = "", count: int = 1) -> None:
        """Count so many more."""
        self.counts[label] = self.counts.get(label, 0) + count

    def collect(self) -> Iterator[CounterMetricFamily]:
        """For Prometheus' registry."""
        family = CounterMetricFamily(self.name, self.text, labels=[self.label] if self.label else [])
        for label, count in self.counts.items():
            family.add_metric([label] if self.label else [], count)
        yield family


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"speto_{name}", text, labels, registry=registry)

        def tally(name: str, text: str, label: str = "") -> Tally:
            made = Tally(f"speto_{name}", text, label)
            registry.register(made)
            return made

        def seconds(name: str, text: str) -> Histogram:
            return Histogram(f"speto_{name}_seconds", text, buckets=_SECONDS, registry=registry)

        self.commands = tally("commands", "Accepted commands", "kind")
        self.refused = tally("refused", "Refused commands and messages", "code")
        self.repeated = tally("repeated", "Commands that were in the log already")
        self.messages = tally("messages", "Messages from pages", "type")
        self.pushes = tally("pushes", "Messages to pages")
        self.snapshots = tally("snapshots", "Whole views sent, on entering and after a gap", "why")
        self.slow = counter("slow_sockets", "Sockets closed because they did not read")
        self.requests = counter("requests", "HTTP requests", "route", "status")
        self.shifted = counter("shifted", "Tables whose clocks were set forward after an outage")
        self.bot_faults = counter("bot_faults", "Decisions that a bot's worker did not give in time or at all")
        self.faults = counter("faults", "Errors that are the server's own", "where")
        self.sockets = Gauge("speto_sockets", "Open sockets", registry=registry)
        self.tables = Gauge("speto_tables", "Tables in memory", registry=registry)
        self.append = seconds("append", "From a legal command to its place in the log")
        self.decision = seconds("decision", "A bot's decision, its way to the worker and back included")
        self.overdue = seconds("overdue", "How late a deadline was met")

    def text(self) -> bytes:
        """All figures in Prometheus' text form."""
        return generate_latest(self.registry)
