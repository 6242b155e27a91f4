"""Engines that use small tables."""

import pytest

from slidelab24 import patterns
from support24.boards import SMALL


@pytest.fixture
def small_tables(monkeypatch):
    """Have the engines use tables that are built at once."""
    monkeypatch.setattr(patterns, "USUAL", SMALL)
