"""Where a result is written: to standard output, or to a file, all of it or nothing."""

import os
from pathlib import Path

import typer

from slidelab.cli.writing.layout import bare
from slidelab.system.files import write_text

STANDARD_OUTPUT = "-"


class Destination:
    """A place for one text. A file appears whole under its name, or not at all.

    Raises OSError as soon as it is created when the file could not be written, so that nobody
    waits for a search whose result has nowhere to go.
    """

    def __init__(self, file: str | None) -> None:
        self._path = None if file in (None, STANDARD_OUTPUT) else os.path.realpath(file or "")
        if self._path is None:
            return
        folder = os.path.dirname(self._path)
        if os.path.isdir(self._path):
            raise IsADirectoryError(0, "this is a folder, not a file", file)
        if not os.path.isdir(folder):
            raise FileNotFoundError(0, "there is no such folder", folder)

    def write(self, text: str) -> None:
        """Write the text; colours go to a terminal only."""
        if self._path is None:
            typer.echo(text)
        else:
            write_text(Path(self._path), bare(text) + "\n")
