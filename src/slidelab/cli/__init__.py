"""The command `slidelab`: one command per file, with shared options as decorators."""

import sys

from slidelab.cli.app import run_command


def main() -> None:
    """Run the command line and end the process with its exit status."""
    sys.exit(run_command(sys.argv[1:]))
