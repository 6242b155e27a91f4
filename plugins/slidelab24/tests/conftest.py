"""A fixture for engines with small tables."""

import pytest

from slidelab24 import patterns
from support24.boards import SMALL


@pytest.fixture
def small_tables(monkeypatch):
    """Make the engines use tables that build in a moment."""
    monkeypatch.setattr(patterns, "USUAL", SMALL)
