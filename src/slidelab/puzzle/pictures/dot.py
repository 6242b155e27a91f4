"""A diagram as DOT, for Graphviz, which finds the places of the boards itself."""

from slidelab.puzzle.drawing import FRAME_COLOUR, TILE_COLOUR
from slidelab.puzzle.pictures.diagram import LINE_COLOUR, LOOKS, PATH_COLOUR, Box, Diagram


def as_dot(diagram: Diagram) -> str:
    """The graph."""
    direction = "TB" if diagram.downwards else "LR"
    lines = ["digraph slidelab {", f"  rankdir={direction};", "  node [shape=plain];"]
    for number, box in enumerate(diagram.boxes):
        lines.append(f"  n{number} [label=<{_label(box)}>];")
    for link in diagram.links:
        colour = PATH_COLOUR if link.on_path else LINE_COLOUR
        lines.append(f'  n{link.parent} -> n{link.child} [label="{link.label}", color="{colour}"];')
    return "\n".join([*lines, "}"])


def _label(box: Box) -> str:
    rows = []
    for row in box.board.rows:
        cells = [
            f'<td bgcolor="{TILE_COLOUR}" width="24" height="24">{tile}</td>'
            if tile
            else '<td width="24" height="24"> </td>'
            for tile in row
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    if box.caption:
        rows.append(f'<tr><td colspan="{box.board.shape.cols}" border="0">{box.caption}</td></tr>')
    colour = LOOKS.get(box.look, LINE_COLOUR)
    return (
        f'<table border="1" cellborder="1" cellspacing="2" color="{colour}" '
        f'bgcolor="{FRAME_COLOUR}">{"".join(rows)}</table>'
    )
