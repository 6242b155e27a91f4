"""Run the command line: in this process, in another process, or in one that has a terminal."""

import json
import os
import select
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

COMMAND = [sys.executable, "-c", "from slidelab.cli import main; main()"]
PATIENCE = 60
"""Seconds after which a command counts as hanging, however busy the machine is."""


class Ran(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, read as JSON."""
        return json.loads(self.out)


class Cli:
    """The `slidelab` command. Calling it runs the command in this process."""

    def __call__(self, *arguments: str, input: str | None = None) -> Ran:
        from slidelab.cli import run_command

        def main(args: Any, prog_name: str) -> None:
            sys.exit(run_command([*args]))

        door = SimpleNamespace(name="slidelab", main=main)
        ran = CliRunner().invoke(door, arguments, input=input)
        if ran.exception and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        return Ran(ran.exit_code, ran.stdout, ran.stderr)

    def process(self, *arguments: str, **options: Any) -> Ran:
        """Run the command in a process and wait; the options are those of `subprocess.run`."""
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        ran = subprocess.run(
            [*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, **options
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """Start the command in a process of its own session, its output in pipes."""
        return subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **options,
        )

    def terminal(self, *arguments: str) -> "Terminal":
        """Start the command in a terminal of 80 columns."""
        return Terminal(*arguments)


@pytest.fixture(scope="session")
def cli() -> Cli:
    """The `slidelab` command."""
    return Cli()


class Terminal:
    """The command in a process that has a terminal; `shown` holds everything it printed."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self.shown = ""
        self._position = 0
        self._terminal, other_end = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=other_end,
            stdout=other_end,
            stderr=other_end,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
            start_new_session=True,
        )
        os.close(other_end)

    def wait_for(self, text: str) -> None:
        """Read until the text appears, after the text that was waited for before."""
        deadline = time.monotonic() + PATIENCE
        more = True
        while (found := self.shown.find(text, self._position)) < 0:
            in_time = more and time.monotonic() < deadline
            assert in_time, f"{text!r} did not appear: {self.shown[self._position :]!r}"
            more = self._read()
        self._position = found + len(text)

    def wait_until_it_reads(self) -> None:
        """Return when the command sleeps, which it does only while it waits for a key."""
        ask = ["ps", "-o", "stat=", "-p", str(self.process.pid)]
        while not subprocess.run(ask, capture_output=True, text=True).stdout.startswith("S"):
            assert self.process.poll() is None
            time.sleep(0.01)

    def type(self, text: str) -> None:
        """Press keys, once the command waits for them: those pressed before are lost."""
        self.wait_until_it_reads()
        os.write(self._terminal, text.encode())

    def end(self) -> int:
        """Read the rest of the output and return the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, f"it does not end: {self.shown[self._position :]!r}"
        os.close(self._terminal)
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        """Read what is there; return whether more may come."""
        ready, _, _ = select.select([self._terminal], [], [], 1)
        if not ready:
            return self.process.poll() is None
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # Linux reports the closed other end so
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)
