"""How boards are read and written as text.

| notation | example                             |
| -------- | ----------------------------------- |
| commas   | `1,2,5,3,4,0,6,7,8`                 |
| spaces   | `1 2 5 3 4 0 6 7 8`                 |
| rows     | `1 2 5 / 3 4 0 / 6 7 8`             |
| digits   | `125340678`                         |
| json     | `[[1, 2, 5], [3, 4, 0], [6, 7, 8]]` |
| slidysim | `1 2 5/3 4 0/6 7 8`                 |

Rows may also be lines, and hold commas or runs of digits; a JSON list may be flat. Where there is
nothing between the rows, the board is a square: of other shapes, every notation writes the rows
with `/` between them, as in `1,2,3/4,5,0`. The files of Princeton's course have the number of rows
in a line of its own before them. `slidysim` is how the site of that name, where people
solve for time, writes its scrambles.
"""

from __future__ import annotations

from contextlib import suppress

from slidelab.puzzle.errors import BadBoard, BadShape
from slidelab.puzzle.shape import Shape
from slidelab.puzzle.validation import BLANKS, check_cells, check_fields
from slidelab.puzzle.wording import phrase, shorten

NOTATIONS = ("commas", "spaces", "rows", "digits", "json", "slidysim")

MOST_DIGITS = 10
"""A run of digits names each tile by one digit, 0 to 9."""


def read_board(text: str, shape: Shape | None = None) -> tuple[bytes, Shape]:
    """The state and shape of a board in any notation; raises `BadBoard` with every problem.

    >>> read_board("1 2 / 3 _")
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))
    >>> read_board("2\\n 1  2\\n 3  0")
    (b'\\x01\\x02\\x03\\x00', Shape(2, 2))
    """
    text = text.strip()
    if text.startswith("["):
        return check_cells(_read_json(text), shape)
    if "x" in text:
        with suppress(BadShape):
            shape = Shape.parse(text)
            raise BadBoard(
                f"{shape} is a shape: write a board, such as 1,2,5,3,4,0,6,7,8, or give it as the "
                f"shape: --shape {shape}, in Python shape='{shape}'"
            )
    if text.rpartition(".")[2].isalpha() and "." in text and len(text.split()) == 1:
        raise BadBoard(
            f"'{shorten(text)}' is not a board: to read it from a file, give a pathlib.Path"
        )
    lines = _split_rows(text)
    if len(lines) > 2 and lines[0].strip() == str(len(lines) - 1):
        del lines[0]
    rows = [_split_row(row) for row in lines]
    if len(rows) > 1:
        return check_fields(rows, shape, in_rows=True)
    fields = rows[0] if rows else []
    if len(fields) == 1 and not any(c.isdigit() or c in BLANKS for c in text):
        raise BadBoard(
            f"'{shorten(text)}' is not a board: write its tiles, such as 1,2,5,3,4,0,6,7,8"
        )
    return check_fields([fields], shape, in_rows=False)


def write_fields(tiles: list[str], shape: Shape, notation: str) -> str:
    """The tiles in one of the `NOTATIONS`, whether they make a board or not.

    >>> write_fields(["1", "2", "x"], Shape(2, 2), "json")
    '[[1, 2], ["x"]]'

    Raises `ValueError` where they cannot be written so.
    """
    if notation == "json":
        tiles = [tile if tile.isdecimal() else f'"{tile}"' for tile in tiles]
    rows = [tiles[at : at + shape.cols] for at in range(0, len(tiles), shape.cols)]
    if notation == "json":
        return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"
    if notation == "digits" and shape.cells > MOST_DIGITS:
        raise ValueError(
            f"a {shape} board has tiles of two digits: write it in another notation than digits"
        )
    if notation == "slidysim":
        return "/".join(" ".join(row) for row in rows)
    between = {"commas": ",", "spaces": " ", "rows": " ", "digits": ""}.get(notation)
    if between is None:
        raise ValueError(f"'{notation}' is not a notation: choose {phrase(NOTATIONS, last='or')}")
    if notation != "rows" and shape.rows == shape.cols:
        return between.join(tiles)
    slash = " / " if between == " " else "/"
    return slash.join(between.join(row) for row in rows)


def _read_json(text: str) -> list[object]:
    import json  # Few boards come as JSON, and the command line should start at once.

    try:
        cells: list[object] = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadBoard(
            f"the list cannot be read: {error.msg} at character {error.pos + 1}; "
            "write [[1, 2, 5], [3, 4, 0], [6, 7, 8]]"
        ) from None
    except (ValueError, RecursionError):
        raise BadBoard("the list cannot be read: it is nested too deeply or too large") from None
    return cells


def _split_rows(text: str) -> list[str]:
    """Rows end with a line or a slash; a slash at the end of a line adds no row."""
    rows: list[str] = []
    for line in text.splitlines():
        within = line.strip().strip("/").strip()
        if within:
            rows += within.split("/")
    return rows


def _split_row(row: str) -> list[str]:
    fields: list[str] = []
    for part in row.split(","):
        # Between two commas with nothing there, someone may have meant the blank: keep the field.
        fields += part.split() or [""]
    if len(fields) == 1:
        # No board has one column, so a field alone in its row is a run of digits.
        return _split_digits(fields[0])
    return fields


def _split_digits(run: str) -> list[str]:
    if not any(character.isdigit() for character in run):
        return [run] if run else []
    if len(run) > MOST_DIGITS:
        raise BadBoard(
            f"'{shorten(run)}' is a run of {len(run)} digits, and only boards of up to "
            f"{MOST_DIGITS} cells can be written so: put commas or spaces between the tiles"
        )
    return list(run)
