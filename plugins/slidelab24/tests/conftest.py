"""Set up the environment of the plugin's tests as that of all tests, and their door."""

import pytest

from tests.support.cli import cli

__all__ = ["cli", "folder"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Return a folder for tables."""
    return tmp_path_factory.mktemp("tables")
