"""Where a result is written: to standard output, or to a file, all of it or nothing."""

import os

import typer

from slidelab.cli.writing.layout import bare

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
            _write_whole(self._path, bare(text) + "\n")


def _write_whole(path: str, text: str) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe is written to; it must not be replaced by a file.
        with open(path, "w", encoding="utf-8") as device:
            device.write(text)
        return
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "x", encoding="utf-8") as file:
            file.write(text)
        if os.path.exists(path):
            os.chmod(beside, os.stat(path).st_mode)
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
