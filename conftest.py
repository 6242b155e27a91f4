"""Collect doctests only where there are any: to look for them takes longer than to read a file."""

from collections.abc import Generator
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave the tests of a Python file, but no doctests where it has no example to run."""
    collectors = yield
    if file_path.suffix != ".py" or b">>>" in file_path.read_bytes():
        return collectors
    return [each for each in collectors if isinstance(each, pytest.Module)]
