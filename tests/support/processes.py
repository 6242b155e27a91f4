"""Look at processes, wait for conditions, and share expensive files between test workers."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

PATIENCE = 120
"""Seconds to wait for anything: a busy machine is slow, and only a failure waits that long."""


def eventually(condition: Callable[[], Any], every: float = 0.02) -> Any:
    """Wait until the condition is true and return its value."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "the condition did not become true"
        time.sleep(every)
    return value


def process_stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the name; none for a process that has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
    return [] if fields[0] == "Z" else fields


def is_alive(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    if Path("/proc/self").exists():
        return bool(process_stat(pid))
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def descendants(pid: int) -> list[int]:
    """Return the children of a process, their children, and so on."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := process_stat(int(entry.name))):
            parents[int(entry.name)] = int(fields[1])
    found = [pid]
    for known in found:
        found += [child for child, parent in parents.items() if parent == known]
    return found[1:]


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that all workers of a run share, filled by the first that needs it."""
    run = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    folder, made = run / name, run / f"{name}.made"
    with FileLock(run / f"{name}.lock"):
        if not made.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            made.touch()
    return folder


def install_package(folder: Path, name: str, entry_points: str) -> None:
    """Make the entry points of a package known to processes with this folder on their path."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
