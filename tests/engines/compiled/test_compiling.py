"""Code is compiled once, by one process, for all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

KERNEL = """
import sys
from slidelab.engines.compiling import compiled

@compiled
def add(one, other):
    return one + other

print("ready", flush=True)
sys.stdin.readline()
print(add(1, 2), add.compiled, "numba" in sys.modules)
"""

COMPILED, FOUND = ["3", "1", "True"], ["3", "0", "False"]


def start(folder: Path) -> subprocess.Popen[str]:
    kernel = folder / "kernel.py"
    kernel.write_text(KERNEL)
    folders = {"NUMBA_CACHE_DIR": str(folder / "code"), "SLIDELAB_CACHE": str(folder / "cache")}
    process = subprocess.Popen(
        [sys.executable, str(kernel)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=folders | {"PYTHONPATH": ":".join(sys.path), "PATH": os.environ["PATH"]},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.nightly
def test_a_second_process_finds_the_code_of_the_first(tmp_path: Path) -> None:
    told = [start(tmp_path).communicate("go\n")[0].split() for _ in range(2)]
    assert told == [COMPILED, FOUND]


@pytest.mark.nightly
def test_of_several_processes_at_once_one_compiles(tmp_path: Path) -> None:
    processes = [start(tmp_path) for _ in range(3)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = sorted(process.communicate()[0].split() for process in processes)
    assert told == [FOUND, FOUND, COMPILED]
