"""Widgets of Jupyter, VS Code, Colab and marimo, which stay in sync with Python."""

from typing import Any

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("widgets need an extra package: pip install 'slidelab[notebook]'") from error

from slidelab.notebook.pieces import Shown, board_piece, piece_of, script_element
from slidelab.puzzle import Board, BoardLike, Shape, goal_board
from slidelab.web.bundle import widget_module


class PieceWidget(anywidget.AnyWidget):
    """A result, a film or a comparison; `step` is the current step, to read and to set."""

    _esm = widget_module()
    html = traitlets.Unicode().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def __init__(self, thing: Shown, **traits: Any) -> None:
        super().__init__(**{"html": piece_of(thing), **traits})

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, and HTML for pages where no widget runs."""
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        return {**data, "text/html": self.html + script_element()}, metadata


class BoardWidget(PieceWidget):
    """A board to play on or type into. Set `board` to change it.

    `observe(function, "cells")` calls a function on every change.

    >>> widget = BoardWidget("125340678")
    >>> widget.cells = [1, 2, 0, 3, 4, 5, 6, 7, 8]  # what the notebook does after a move
    >>> widget.board
    Board('1 2 0 / 3 4 5 / 6 7 8')
    """

    cells = traitlets.List(traitlets.Int()).tag(sync=True)
    shape = traitlets.Unicode().tag(sync=True)
    goal = traitlets.Unicode().tag(sync=True)

    def __init__(self, board: BoardLike, goal: BoardLike = "blank-first", **traits: Any) -> None:
        start = Board(board)
        solved = goal_board(goal, start.shape)
        traits |= {"html": board_piece(start, solved), "goal": solved.to_text("commas")}
        super().__init__(start, cells=list(start.state), shape=str(start.shape), **traits)

    @property
    def board(self) -> Board:
        """The board that is shown."""
        return Board(self.cells, Shape.parse(self.shape))

    @board.setter
    def board(self, board: BoardLike) -> None:
        new = Board(board)
        with self.hold_sync():  # so that the notebook never gets half of a board
            if str(new.shape) != self.shape:
                self.goal = "blank-first"
            self.shape, self.cells = str(new.shape), list(new.state)
