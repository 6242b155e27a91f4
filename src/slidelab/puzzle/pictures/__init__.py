"""Boards, paths and search trees as pictures: SVG, PNG, GIF, TikZ and DOT.

The ending of a file's name says in which format it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path

from slidelab.puzzle.pictures.diagram import Box, Diagram, board_diagram, path_diagram
from slidelab.puzzle.pictures.markup import as_dot, as_tikz
from slidelab.puzzle.pictures.svg import as_svg
from slidelab.puzzle.wording import phrase
from slidelab.system.argument_checks import check_file
from slidelab.system.files import replacing, write_text

__all__ = [
    "ENDINGS",
    "Box",
    "Diagram",
    "board_diagram",
    "check_picture_name",
    "path_diagram",
    "save_picture",
]

TEXTS: dict[str, Callable[[Diagram], str]] = {
    ".svg": as_svg,
    ".tex": as_tikz,
    ".tikz": as_tikz,
    ".dot": as_dot,
    ".gv": as_dot,
}
ENDINGS = (*TEXTS, ".png", ".gif")
MILLISECONDS = 600
"""How long each picture of a GIF stands."""


def check_picture_name(file: str | PathLike[str]) -> Path:
    """The file as a path; raises ValueError or OSError when no picture can be written to it."""
    check_file("file", file)
    path = Path(file)
    if path.suffix.lower() not in ENDINGS:
        endings = phrase(ENDINGS, last="or")
        raise ValueError(f"{path.name!r} is not a picture: its name must end in {endings}")
    if not path.parent.is_dir():
        raise FileNotFoundError(0, "there is no such folder", str(path.parent))
    if path.suffix.lower() in (".png", ".gif"):
        from importlib.util import find_spec

        if find_spec("PIL") is None:
            raise ValueError(
                f"{path.suffix} pictures need Pillow: pip install 'slidelab[plots]', or write .svg"
            )
    return path


def save_picture(
    diagram: Diagram,
    file: str | PathLike[str],
    frames: Callable[[], Iterable[Diagram]] | None = None,
) -> None:
    """Write a picture. A GIF shows the frames one after another, if there are any.

    Raises as `check_picture_name` does, and ValueError if it would be too large.
    """
    path = check_picture_name(file)
    ending = path.suffix.lower()
    if ending in TEXTS:
        write_text(path, TEXTS[ending](diagram) + "\n")
        return
    from slidelab.puzzle.pictures.raster import write_gif, write_png

    with replacing(path) as beside:
        if ending == ".png":
            write_png(diagram, beside)
        else:
            write_gif([diagram] if frames is None else frames(), beside, MILLISECONDS)
