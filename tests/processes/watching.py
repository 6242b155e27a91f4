"""Looking at processes."""

import os
import time
from pathlib import Path


def is_alive(pid):
    """Whether a process is there and no zombie."""
    stat = Path(f"/proc/{pid}/stat")
    if stat.parent.parent.joinpath("self").exists():
        try:
            return stat.read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def eventually(fact, seconds=120):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not (found := fact()):
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)
    return found
