"""Marks for tests."""

from collections.abc import Iterable

import pytest


def with_slow(values: Iterable[object], *slow: object) -> list[object]:
    """Parameters of a test, some of which `make quick` leaves out."""
    return [pytest.param(v, marks=pytest.mark.slow) if v in slow else v for v in values]
