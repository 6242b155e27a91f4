"""A diagram as SVG."""

from html import escape

from slidelab.puzzle.drawing import FRAME_COLOUR, size, tile_svg
from slidelab.puzzle.pictures.diagram import (
    CAPTION,
    LINE_COLOUR,
    LOOKS,
    PATH_COLOUR,
    TEXT_COLOUR,
    Box,
    Diagram,
    Link,
)


def as_svg(diagram: Diagram) -> str:
    """The picture; the boards are also texts for those who cannot see it."""
    width, height = f"{diagram.width:g}", f"{diagram.height:g}"
    label = escape(" → ".join(box.board.to_text("rows") for box in diagram.boxes[:20]))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{label}">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *(_link(diagram, link) for link in diagram.lines),
        *map(_box, diagram.boxes),
        "</svg>",
    ]
    return "\n".join(parts)


def _box(box: Box) -> str:
    board = box.board
    width, height = size(board)
    tiles = [tile_svg(board, cell) for cell in range(board.shape.cells) if board.state[cell]]
    frame = ""
    if box.look:
        dashes = ' stroke-dasharray="6 4"' if box.look == "dropped" else ""
        frame = f' stroke="{LOOKS[box.look]}" stroke-width="{_stroke(box.look)}"{dashes}'
    faded = ' opacity="0.55"' if box.look == "dropped" else ""
    drawn = (
        f'<g transform="translate({box.x:g},{box.y:g}) scale({box.scale:g})"{faded}>'
        f'<rect width="{width}" height="{height}" rx="6" fill="{FRAME_COLOUR}"{frame}/>'
        f"{''.join(tiles)}</g>"
    )
    if not box.caption:
        return drawn
    x, y = box.x + box.width / 2, box.y + box.height + CAPTION + 2
    return (
        f'{drawn}<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="{CAPTION}" fill="{TEXT_COLOUR}">{escape(box.caption)}</text>'
    )


def _link(diagram: Diagram, link: Link) -> str:
    x1, y1, x2, y2 = diagram.ends(link)
    colour, width = (PATH_COLOUR, 3) if link.on_path else (LINE_COLOUR, 1.2)
    middle = (y1 + y2) / 2
    curve = f"C {x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}"
    way = curve if diagram.downwards else f"L {x2:g} {y2:g}"
    return f'<path d="M {x1:g} {y1:g} {way}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _stroke(look: str) -> int:
    return 8 if look == "goal" else 5 if look == "expanded" else 3
