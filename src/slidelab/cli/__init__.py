"""The command `slidelab`: one command a file, options shared through groups."""

import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command line and end the process with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show × or a stray byte of a file name gets a ? instead.
            stream.reconfigure(errors="replace")
    try:
        from slidelab.cli.app import app

        app()
    except KeyboardInterrupt:
        sys.exit(130)


__all__ = ["main"]
