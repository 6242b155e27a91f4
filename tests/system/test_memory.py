"""Memory: what this process holds, and the limits of a container."""

from mmap import PAGESIZE, mmap
from pathlib import Path

import pytest

# Below the second level: this serves all other parts and has no door of its own.
from slidelab.system import memory


def test_memory_is_measured() -> None:
    before = memory.resident_bytes()
    # Not a bytearray, which may reuse memory that the process holds but no longer needs.
    block = mmap(-1, 50_000_000)
    for page in range(0, len(block), PAGESIZE):
        block[page] = 1
    assert before + 40_000_000 < memory.resident_bytes()
    assert before + 40_000_000 < memory.peak_resident_bytes()
    assert memory.resident_bytes() < memory.machine_bytes()
    assert 0 < memory.fair_share() < memory.machine_bytes()
    block.close()


def test_a_container_has_the_memory_of_its_control_group(monkeypatch, tmp_path: Path) -> None:
    if not Path("/proc/self/cgroup").exists():
        pytest.skip("only Linux has control groups")
    monkeypatch.setattr(memory, "_CONTROL_GROUPS", tmp_path)
    _, free = memory.total_and_free_bytes()
    for name, text in (
        ("memory.max", "5000000\n"),
        ("memory.current", "4000000\n"),
        ("memory.stat", "anon 3000000\ninactive_file 1000000\nactive_file 0\n"),
    ):
        (tmp_path / name).write_text(text)
    assert memory.total_and_free_bytes() == (5_000_000, 2_000_000)
    assert free > 2_000_000
    (tmp_path / "memory.max").write_text("max\n")
    assert memory.machine_bytes() > 5_000_000
