"""Diagrams as PNG and GIF, drawn by Pillow at twice their size, so that they are sharp."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from slidelab.puzzle.pictures.diagram import (
    CAPTION,
    CELL,
    GAP,
    LOOKS,
    Box,
    Colour,
    Diagram,
    text_size,
)

SHARP = 2
FADED = 0.45
"""How much of white is mixed into nodes that were thrown away."""
MOST_PIXELS = 100_000_000
LAST_FRAME = 4
"""How many times longer the last picture of a GIF stands."""


def write_png(diagram: Diagram, file: Path) -> None:
    """Write the picture; raises ValueError if it would be too large."""
    _draw(diagram, diagram.width, diagram.height).save(file, "PNG")


def write_gif(diagrams: Iterable[Diagram], file: Path, milliseconds: int) -> None:
    """Write the pictures one after another, all as large as the largest."""
    shown = list(diagrams)
    width = max(diagram.width for diagram in shown)
    height = max(diagram.height for diagram in shown)
    first, *others = [_draw(diagram, width, height).quantize(64) for diagram in shown]
    times = [milliseconds] * len(shown)
    times[-1] *= LAST_FRAME
    first.save(
        file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False
    )


def _draw(diagram: Diagram, width: float, height: float) -> Image.Image:
    size = round(width * SHARP), round(height * SHARP)
    if size[0] * size[1] > MOST_PIXELS:
        raise ValueError(
            f"the picture would have {size[0]:,} x {size[1]:,} pixels: show fewer nodes, or write "
            "an .svg"
        )
    image = Image.new("RGB", size, "#ffffff")
    pen = ImageDraw.Draw(image)
    for link in diagram.lines:
        ends = [SHARP * value for value in diagram.ends(link)]
        colour, thick = (Colour.PATH, 3) if link.on_path else (Colour.LINE, 1)
        pen.line(_trace_curve(*ends) if diagram.downwards else ends, colour, thick * SHARP)
    for box in diagram.boxes:
        _draw_box(pen, box)
        if box.look == "dropped":
            left, top = round(box.x * SHARP), round(box.y * SHARP)
            right, bottom = left + box.width * SHARP, top + box.height * SHARP
            drawn = image.crop((left, top, round(right), round(bottom)))
            white = Image.new("RGB", drawn.size, "#ffffff")
            image.paste(Image.blend(drawn, white, FADED), (left, top))
    return image


def _trace_curve(x1: float, y1: float, x2: float, y2: float) -> list[float]:
    """The curve of the SVG, as points."""
    points = []
    for step in range(17):
        t = step / 16
        bend = 3 * t * t - 2 * t * t * t  # both handles are half-way up
        down = t**3 - 1.5 * t * t + 1.5 * t
        points += [x1 + (x2 - x1) * bend, y1 + (y2 - y1) * down]
    return points


def _draw_box(pen: ImageDraw.ImageDraw, box: Box) -> None:
    scale = SHARP * box.scale
    left, top = box.x * SHARP, box.y * SHARP
    corner = left + box.width * SHARP, top + box.height * SHARP
    pen.rounded_rectangle(
        (left, top, *corner),
        6 * scale,
        Colour.FRAME,
        LOOKS.get(box.look),
        round(box.stroke * scale / 2) or 1,
    )
    near, far = GAP * scale, (CELL - GAP) * scale
    for tile, right, down in box.tiles:
        x, y = left + right * scale, top + down * scale
        pen.rounded_rectangle(
            (x + near, y + near, x + far, y + far), 5 * scale, Colour.TILE, Colour.EDGE
        )
        font = ImageFont.load_default(text_size(tile) * scale)
        middle = x + CELL * scale / 2, y + CELL * scale / 2
        pen.text(middle, str(tile), Colour.INK, font, anchor="mm")
    if box.caption:
        font = ImageFont.load_default(CAPTION * SHARP)
        place = left + box.width * SHARP / 2, corner[1] + (CAPTION / 2 + 4) * SHARP
        pen.text(place, box.caption, Colour.TEXT, font, anchor="mm")
