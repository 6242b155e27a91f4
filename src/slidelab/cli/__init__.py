"""The command `slidelab`: one command a file, options shared through groups."""

import atexit
import gc
import os
import sys
import threading
from contextlib import suppress
from io import TextIOWrapper
from typing import NoReturn

from slidelab.system.progress import BACKGROUND


def main() -> None:
    """Run the command line and end the process with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show × or a stray byte of a file name gets a ? instead.
            stream.reconfigure(errors="replace")
    # Nothing here uses NumPy's linear algebra, but its threads spin while they wait: they would
    # take half of the processor time of a short search, in this process and in each worker.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Nothing that is imported here is ever garbage: looking for it takes a tenth of the time of a
    # short command. `run` of a command turns the collector on.
    gc.disable()
    try:
        from slidelab.cli.errors import report_errors

        with report_errors():  # the help, too, may be written to a disk that is full
            run_command(sys.argv[1:])
    except KeyboardInterrupt:
        _exit(130)
    except SystemExit as end:
        _exit(end.code)


def run_command(arguments: list[str]) -> NoReturn:
    """Run the command that the arguments ask for; raises SystemExit with its exit status."""
    from slidelab.cli.plain_arguments import read_call

    if (call := read_call(arguments)) is not None:
        call()
    from slidelab.cli.app import app

    app.main(arguments)


def _exit(status: str | int | None) -> NoReturn:
    """End the process at once; threads other than those that compile in the background may finish.

    Python would first take apart all that was imported, which takes a tenth of the time of a short
    command, and LLVM may abort the process where a thread still compiles.
    """
    others = [each for each in threading.enumerate() if each.name != BACKGROUND]
    if not isinstance(status, int) or len(others) > 1:
        sys.exit(status)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # as they are where somebody closed them
            with suppress(OSError):
                stream.flush()
    os._exit(status)
