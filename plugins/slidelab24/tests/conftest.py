"""Fixtures of the plugin's tests, and the door `cli` of all tests."""

import pytest

from tests.support.cli import cli

__all__ = ["cli", "folder"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return a folder for tables."""
    return tmp_path_factory.mktemp("tables")
