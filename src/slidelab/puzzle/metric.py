"""What counts as one move: a step of one tile, or a slide of a whole row of tiles.

Players push a row of tiles with one finger and count it once. Everything that hangs on the choice
is here: which boards are one move away, how long a path is, and what a bound on steps of one tile
tells about slides.
"""

from __future__ import annotations

from slidelab.puzzle.moves import Move, multi_tile_length, single_tile_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from slidelab.puzzle.shape import Shape

SINGLE, MULTI = "single", "multi"

METRICS = {
    SINGLE: "one tile, so a row of three takes three moves",
    MULTI: "one tile, or all tiles between the blank and it together",
}


def length_of(moves: Iterable[Move], metric: str = SINGLE) -> int:
    """How many moves a path has.

    >>> from slidelab.puzzle import parse_moves
    >>> length_of(parse_moves("U L2 D3")), length_of(parse_moves("U L2 D3"), MULTI)
    (6, 3)
    """
    return multi_tile_length(moves) if metric == MULTI else single_tile_length(moves)


def slides(shape: Shape, cell: int, metric: str = SINGLE) -> list[tuple[Move, tuple[int, ...]]]:
    """Each direction of a blank on `cell`, with the cells where a move that way can end.

    >>> from slidelab.puzzle import Shape
    >>> [(move.letter, cells) for move, cells in slides(Shape(3, 3), 0, MULTI)]
    [('D', (3, 6)), ('R', (1, 2))]
    """
    found = []
    for move, first in shape.targets(cell):
        cells = [first]
        while metric == MULTI and (further := shape.target(cells[-1], move)) is not None:
            cells.append(further)
        found.append((move, tuple(cells)))
    return found


def kinds_of_moves(shape: Shape, metric: str = SINGLE) -> list[tuple[Move, int]]:
    """Every move that there is: a direction, and how many tiles it takes.

    >>> from slidelab.puzzle import Shape
    >>> [(move.letter, tiles) for move, tiles in kinds_of_moves(Shape(2, 3), MULTI)]
    [('U', 1), ('D', 1), ('L', 1), ('L', 2), ('R', 1), ('R', 2)]
    """
    corners = (0, shape.cells - 1)
    reach = {move: cells for cell in corners for move, cells in slides(shape, cell, metric)}
    return [(move, tiles) for move in Move for tiles in range(1, len(reach[move]) + 1)]


def most_tiles(shape: Shape, metric: str = SINGLE) -> int:
    """How many tiles one move can take one step each.

    A path of n moves has at most n times as many steps. So wherever h steps are needed at least,
    so are h / most_tiles moves: every admissible heuristic serves both metrics, and since a move
    changes such an h by no more steps than it makes, a consistent one stays consistent.

    >>> from slidelab.puzzle import Shape
    >>> most_tiles(Shape(4, 4)), most_tiles(Shape(4, 4), MULTI), most_tiles(Shape(2, 6), MULTI)
    (1, 3, 5)
    """
    return max(shape.rows, shape.cols) - 1 if metric == MULTI else 1


def needless(last: Move, metric: str = SINGLE) -> tuple[Move, ...]:
    """The directions that lead to no new board after a move that way.

    A step is undone by its inverse. After a slide, what goes on or back along the same line could
    have been had by another single slide.
    """
    return (last, last.inverse) if metric == MULTI else (last.inverse,)
