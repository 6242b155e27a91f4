"""Running the command: in this process, in another one, and in one that has a terminal."""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from click.testing import CliRunner, Result

COMMAND = [sys.executable, "-c", "from slidelab.cli import main; main()"]
HARD = "15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0"
"""A 4x4 board that keeps a search without a heuristic busy for longer than anybody waits."""
PATIENCE = 300
"""Seconds after which something hangs, however busy the machine is."""
PUBLISHED = "6,1,8,4,0,2,7,3,5"


def invoke(*arguments: str, input: str | None = None) -> Result:
    """Run the command in this process."""
    from slidelab.cli import run_command

    door = SimpleNamespace(name="slidelab", main=lambda args, prog_name: run_command(list(args)))
    return CliRunner().invoke(door, arguments, input=input)


def solved_json(*arguments: str) -> dict[str, Any]:
    """What `solve --format json` prints, whatever its exit status."""
    return json.loads(invoke("solve", *arguments, "--format", "json").stdout)


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, **options
    )


class Terminal:
    """The command in a process that has a terminal; what it shows is gathered in `shown`."""

    def __init__(self, arguments: Sequence[str]) -> None:
        import pty

        self.shown = ""
        self._at = 0
        self._mine, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
            start_new_session=True,
        )
        os.close(theirs)

    def wait_for(self, text: str) -> None:
        """Read on until the text is shown, after what was waited for before."""
        deadline = time.monotonic() + PATIENCE
        more = True
        while (found := self.shown.find(text, self._at)) < 0:
            in_time = more and time.monotonic() < deadline
            assert in_time, f"{text!r} was not shown: {self.shown[self._at :]!r}"
            more = self._read()
        self._at = found + len(text)

    def wait_until_it_reads(self) -> None:
        """Return when the command sleeps, as it does only while it waits for a key."""
        ask = ["ps", "-o", "stat=", "-p", str(self.process.pid)]
        while not subprocess.run(ask, capture_output=True, text=True).stdout.startswith("S"):
            assert self.process.poll() is None
            time.sleep(0.01)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._mine, text.encode())

    def end(self) -> int:
        """The exit status; all that was shown is read."""
        while self._read():
            pass
        os.close(self._mine)
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        """Whether there may be more."""
        ready, _, _ = select.select([self._mine], [], [], 1)
        if not ready:
            return self.process.poll() is None
        try:
            data = os.read(self._mine, 65536)
        except OSError:  # Linux says so when the other end is closed
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)
