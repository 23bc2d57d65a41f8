"""What all tests share: how Hypothesis behaves, and how long a drill lasts."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Every run draws the same examples, and none is judged by a clock.
settings.register_profile("speto", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("speto")

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The source tree."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session")
def drill_minutes() -> float:
    """How long all drill tests together may take; each takes its share of it."""
    return float(os.environ.get("DRILL_MINUTES", "60"))
