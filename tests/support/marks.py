"""Marks for tests."""

from collections.abc import Iterable

import pytest
from hypothesis import settings


def with_nightly(values: Iterable[object], *slow: object) -> list[object]:
    """Return parameters of a test, some of which are marked nightly."""
    return [pytest.param(v, marks=pytest.mark.nightly) if v in slow else v for v in values]


def examples(number: int) -> settings:
    """Draw this many examples instead of 100; `make explore` draws more in proportion."""
    return settings(max_examples=number * settings.default.max_examples // 100)
