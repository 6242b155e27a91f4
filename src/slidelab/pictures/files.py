"""Write pictures to files; the ending of the name chooses the format."""

from importlib.util import find_spec
from os import PathLike
from pathlib import Path

from slidelab.errors import SlidelabError
from slidelab.system.files import check_can_write, replacing, write_text

ENDINGS = (".svg", ".png", ".pdf")
SHARPNESS = 2
"""Pixels of a PNG per unit of the SVG."""


def check_picture_name(file: str | PathLike[str]) -> Path:
    """Return the file as a path; raise `SlidelabError` or OSError if no picture can be written."""
    path = check_can_write(file, *ENDINGS)
    if path.suffix.lower() != ".svg" and find_spec("cairosvg") is None:
        raise SlidelabError(
            f"{path.suffix} pictures need CairoSVG: pip install 'slidelab[pictures]', or write .svg"
        )
    return path


def save_picture(svg: str, file: str | PathLike[str]) -> None:
    """Write an SVG to a file, as a PNG or PDF if its name says so.

    Raises as `check_picture_name` does.
    """
    path = check_picture_name(file)
    if path.suffix.lower() == ".svg":
        write_text(path, svg + "\n")
        return
    import cairosvg  # type: ignore[import-untyped]

    with replacing(path) as beside:
        if path.suffix.lower() == ".png":
            cairosvg.svg2png(svg.encode(), write_to=str(beside), scale=SHARPNESS)
        else:
            cairosvg.svg2pdf(svg.encode(), write_to=str(beside))
