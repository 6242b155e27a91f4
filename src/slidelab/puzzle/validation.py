"""Whether cells make a board, and if not, everything that is wrong with them.

A *field* is what was given for one cell, a number or its text; a *tile* is a field that could be
read as a whole number (0 is the blank); a *place* is where a field stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from slidelab.puzzle.errors import BadBoard, BadShape
from slidelab.puzzle.fields import field_problem, read_field
from slidelab.puzzle.layout import Layout, lay_out
from slidelab.puzzle.shape import MOST_CELLS, Shape
from slidelab.puzzle.states import state_of
from slidelab.puzzle.wording import phrase, plural
from slidelab.system.argument_checks import as_whole

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing typing takes longer than reading a board.
    from typing import TypeGuard

EMPTY_BOARD = "the board is empty: write its tiles, such as 1,2,5,3,4,0,6,7,8"


def check_cells(cells: Iterable[object], shape: Shape | None) -> tuple[bytes, Shape]:
    """The state and shape of cells given as numbers or as rows of numbers; raises `BadBoard`.

    >>> check_cells([[1, 2], [3, 0]], None)
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))
    """
    fields = list(cells)
    if not any(_is_row(field) for field in fields):
        return check_flat(fields, shape)
    return check_rows([list(f) if _is_row(f) else [f] for f in fields], shape)


def check_flat(fields: Sequence[object], shape: Shape | None) -> tuple[bytes, Shape]:
    """The state and shape of cells given one after another; raises `BadBoard`."""
    return _check([fields], in_rows=False, shape=shape)


def check_rows(rows: Sequence[Sequence[object]], shape: Shape | None) -> tuple[bytes, Shape]:
    """The state and shape of cells given row by row; raises `BadBoard`."""
    return _check(rows, in_rows=True, shape=shape)


def check_shape(state: bytes, shape: Shape, asked: Shape | None) -> tuple[bytes, Shape]:
    """The state and shape of a board, if the shape is the one asked for; raises `BadShape`."""
    if asked not in (None, shape):
        raise BadShape(f"shape is {asked}, but this is a {shape} board")
    return state, shape


def check_whole(name: str, value: object, least: int) -> None:
    """Raise TypeError or ValueError unless an argument is None or a whole number, `least` or more.

    >>> check_whole("moves", -1, least=0)
    Traceback (most recent call last):
    ValueError: moves is -1; it must be a whole number, 0 or more
    """
    if value is None:
        return
    whole = as_whole(value)
    if whole is None or whole < least:
        kind = TypeError if whole is None else ValueError
        raise kind(f"{name} is {value!r}; it must be a whole number, {least} or more")


def _is_row(field: object) -> TypeGuard[Iterable[object]]:
    return isinstance(field, Iterable) and not isinstance(field, str)


def _check(
    rows: Sequence[Sequence[object]], in_rows: bool, shape: Shape | None
) -> tuple[bytes, Shape]:
    fields = [field for row in rows for field in row]
    if not fields:
        raise BadBoard(EMPTY_BOARD)
    if len(fields) > MOST_CELLS:
        # Hopeless, and a list of all that is wrong could be as long as the text.
        raise BadBoard(f"{plural(len(fields), 'cell')} given, and a board has at most {MOST_CELLS}")
    tiles = [read_field(field) for field in fields]
    layout = lay_out(rows, in_rows, shape, max((t for t in tiles if t is not None), default=0))
    problems = [
        field_problem(field, layout.place(index))
        for index, (field, tile) in enumerate(zip(fields, tiles, strict=True))
        if tile is None
    ]
    problems += layout.problems
    if any(tile is not None for tile in tiles) and layout.possible:
        problems += _tile_problems(tiles, layout, has_empty_field="" in fields)
    if problems:
        raise BadBoard(*problems)
    return state_of(tile for tile in tiles if tile is not None), Shape(layout.rows, layout.cols)


def _tile_problems(
    tiles: Sequence[int | None], layout: Layout, has_empty_field: bool
) -> Iterable[str]:
    cells = layout.rows * layout.cols
    places: dict[int, list[str]] = {}
    for index, tile in enumerate(tiles):
        if tile is not None:
            places.setdefault(tile, []).append(layout.place(index))

    outside = sorted(tile for tile in places if not 0 <= tile < cells)
    if outside:
        are = "is" if len(outside) == 1 else "are"
        yield (
            f"{phrase(outside)} {are} out of range: "
            f"a {layout.rows}x{layout.cols} board has the tiles 1 to {cells - 1}"
        )
    for tile, where in sorted(places.items()):
        if len(where) > 1 and tile not in outside:
            times = "twice" if len(where) == 2 else f"{len(where)} times"
            name = f"tile {tile}" if tile else "the blank"
            yield f"{name} appears {times}: {phrase(where)}"

    missing = [tile for tile in range(1, cells) if tile not in places]
    if len(missing) == 1:
        yield f"tile {missing[0]} is missing"
    elif missing:
        yield f"tiles {phrase(missing)} are missing"
    # An empty field has already been told that it may be the blank.
    if 0 not in places and not has_empty_field:
        yield "the blank is missing: write 0, _ or . for it"
