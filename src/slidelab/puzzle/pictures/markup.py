r"""Diagrams as text for other programs: TikZ for TeX, DOT for Graphviz.

TikZ makes a file that `\input` takes, or that is compiled by itself. Lengths become points of TeX,
at a scale that lets a board be about as large as text. Graphviz places the boards itself.
"""

from slidelab.puzzle.pictures.diagram import CAPTION, CELL, GAP, LOOKS, Box, Colour, Diagram


def as_tikz(diagram: Diagram) -> str:
    """The picture, as a document of the class `standalone`."""
    named = {colour.name.lower(): colour for colour in Colour} | LOOKS
    colours = [
        rf"\definecolor{{slide{name}}}{{HTML}}{{{colour[1:].upper()}}}"
        for name, colour in named.items()
    ]
    links = []
    for link in diagram.lines:
        x1, y1, x2, y2 = diagram.ends(link)
        style = "slidepath, line width=1.5pt" if link.on_path else "slideline"
        bend = f" .. controls ({x1:g},{(y1 + y2) / 2:g}) and ({x2:g},{(y1 + y2) / 2:g}) .. "
        links.append(
            rf"\draw[{style}] ({x1:g},{y1:g}){bend if diagram.downwards else ' -- '}"
            rf"({x2:g},{y2:g});"
        )
    return "\n".join(
        [
            r"\documentclass[tikz,border=2pt]{standalone}",
            r"\usepackage[T1]{fontenc}",
            *colours,
            r"\begin{document}",
            r"\begin{tikzpicture}[x=0.5pt, y=-0.5pt, font=\sffamily]",
            *links,
            *(line for box in diagram.boxes for line in _draw_box(box)),
            r"\end{tikzpicture}",
            r"\end{document}",
        ]
    )


def _draw_box(box: Box) -> list[str]:
    frame = f", draw=slide{box.look}, line width={box.stroke / 5}pt" if box.look else ""
    dashes = ", dashed" if box.look == "dropped" else ""
    faded = "[opacity=0.55]" if box.look == "dropped" else ""
    lines = [
        rf"\begin{{scope}}[shift={{({box.x:g},{box.y:g})}}, scale={box.scale:g}]"
        rf"\begin{{scope}}{faded}",
        rf"\fill[slideframe, rounded corners=1.5pt{frame}{dashes}] (0,0) rectangle "
        f"({box.width / box.scale:g},{box.height / box.scale:g});",
    ]
    size = r"\tiny" if box.scale < 0.75 else r"\small"
    for tile, x, y in box.tiles:
        lines.append(
            rf"\filldraw[fill=slidetile, draw=slideedge, rounded corners=1pt] "
            f"({x + GAP},{y + GAP}) rectangle ({x + CELL - GAP},{y + CELL - GAP}); "
            rf"\node[slideink, font=\sffamily{size}] at ({x + CELL / 2:g},{y + CELL / 2:g}) "
            f"{{{tile}}};"
        )
    lines.append(r"\end{scope}\end{scope}")
    if box.caption:
        middle, below = box.x + box.width / 2, box.y + box.height + CAPTION / 2 + 4
        lines.append(
            rf"\node[slidetext, font=\sffamily\tiny] at ({middle:g},{below:g}) {{{box.caption}}};"
        )
    return lines


def as_dot(diagram: Diagram) -> str:
    direction = "TB" if diagram.downwards else "LR"
    lines = ["digraph slidelab {", f"  rankdir={direction};", "  node [shape=plain];"]
    for number, box in enumerate(diagram.boxes):
        lines.append(f"  n{number} [label=<{_write_dot_label(box)}>];")
    for link in diagram.links:
        colour = Colour.PATH if link.on_path else Colour.LINE
        lines.append(f'  n{link.parent} -> n{link.child} [label="{link.label}", color="{colour}"];')
    return "\n".join([*lines, "}"])


def _write_dot_label(box: Box) -> str:
    rows = []
    for row in box.board.rows:
        cells = [
            f'<td bgcolor="{Colour.TILE}" width="24" height="24">{tile}</td>'
            if tile
            else '<td width="24" height="24"> </td>'
            for tile in row
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    if box.caption:
        rows.append(f'<tr><td colspan="{box.board.shape.cols}" border="0">{box.caption}</td></tr>')
    colour = LOOKS.get(box.look, Colour.LINE)
    return (
        f'<table border="1" cellborder="1" cellspacing="2" color="{colour}" '
        f'bgcolor="{Colour.FRAME}">{"".join(rows)}</table>'
    )
