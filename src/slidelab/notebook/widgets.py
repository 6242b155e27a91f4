"""The page's elements as widgets of Jupyter, VS Code, Colab and marimo, through anywidget.

Things show themselves without a widget (see `register`). A widget is for what goes both ways:
what a person does in the notebook is seen by Python, and the other way round.
"""

from __future__ import annotations

from typing import Any

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("widgets need an extra package: pip install 'slidelab[notebook]'") from error

from slidelab.lab.compare import Comparison
from slidelab.lab.film import Film
from slidelab.notebook.pieces import board_piece, piece_of, script_element
from slidelab.puzzle import BLANK_FIRST, Board, BoardLike, Shape, goal_board
from slidelab.solving import Result
from slidelab.web.bundle import widget_module


class PieceWidget(anywidget.AnyWidget):
    """A result, a film or a comparison; `step` is where it stands, for both to read and to set.

    >>> from slidelab import watch
    >>> PieceWidget(watch("125340678", algorithm="bfs"), step=7).step
    7
    """

    _esm = widget_module()
    html = traitlets.Unicode().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def __init__(self, thing: Result | Film | Comparison, **traits: Any) -> None:
        super().__init__(html=piece_of(thing), **traits)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and beside it HTML for pages where no widget runs."""
        shown = super()._repr_mimebundle_(**options)
        if shown is None:
            return None
        data, metadata = shown if isinstance(shown, tuple) else (shown, {})
        return {**data, "text/html": self.html + script_element()}, metadata


class BoardWidget(PieceWidget):
    """A board to play on or type into; `board` is the board shown.

    Set `board` to change it. `observe(function, "cells")` calls a function on every change.

    Raises ValueError for what is not a board, and for a goal that does not fit it.

    >>> widget = BoardWidget("125340678")
    >>> widget.cells = [1, 2, 0, 3, 4, 5, 6, 7, 8]  # what the notebook does after a move
    >>> widget.board
    Board('1 2 0 / 3 4 5 / 6 7 8')
    """

    cells = traitlets.List(traitlets.Int()).tag(sync=True)
    shape = traitlets.Unicode().tag(sync=True)
    goal = traitlets.Unicode().tag(sync=True)

    def __init__(self, board: BoardLike, goal: BoardLike = BLANK_FIRST, **traits: Any) -> None:
        start = Board(board)
        aim = goal_board(goal, start.shape)
        anywidget.AnyWidget.__init__(
            self,
            html=board_piece(start, aim),
            cells=list(start.state),
            shape=str(start.shape),
            goal=",".join(map(str, aim.state)),
            **traits,
        )

    @property
    def board(self) -> Board:
        """The board as it stands now."""
        return Board(self.cells, Shape.parse(self.shape))

    @board.setter
    def board(self, board: BoardLike) -> None:
        new = Board(board)
        with self.hold_sync():  # the notebook sees a board, never half of one
            if str(new.shape) != self.shape:
                self.goal = BLANK_FIRST
            self.shape, self.cells = str(new.shape), list(new.state)


def widget(thing: BoardLike | Result | Film | Comparison) -> PieceWidget:
    """The widget of a board, a result, a film or a comparison."""
    if isinstance(thing, (Result, Film, Comparison)):
        return PieceWidget(thing)
    return BoardWidget(thing)
