"""The command `slidelab`: one command a file, options shared through groups."""

import atexit
import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper


def main() -> None:
    """Run the command line and end the process with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show × or a stray byte of a file name gets a ? instead.
            stream.reconfigure(errors="replace")
    # Nothing that is imported here is ever garbage: looking for it, now or when the process ends,
    # takes a fifth of the time of a short command. `run` of a command turns the collector on.
    gc.disable()
    atexit.register(gc.freeze)
    try:
        from slidelab.cli.app import app

        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:  # the help, too, may be written to a disk that is full
        nowhere = os.open(os.devnull, os.O_WRONLY)
        with suppress(OSError):
            print(f"Error: {error.strerror or error}", file=sys.stderr)
        os.dup2(nowhere, 1)  # Python would complain again when it closes standard output
        sys.exit(2)


__all__ = ["main"]
