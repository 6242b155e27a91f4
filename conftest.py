"""Collect doctests only where there are any, so that no module is imported to find none."""

from pathlib import Path

_SOURCES = Path(__file__).parent / "src"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Whether a source file has no example to run; None leaves the decision to others."""
    if collection_path.suffix != ".py" or not collection_path.is_relative_to(_SOURCES):
        return None
    return b">>>" not in collection_path.read_bytes() or None
