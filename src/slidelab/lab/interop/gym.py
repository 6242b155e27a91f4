"""The puzzle as an environment of Gymnasium, to learn from: `pip install 'slidelab[gym]'`."""

from importlib import import_module
from typing import Any

import numpy as np

from slidelab import heuristics
from slidelab.puzzle import BLANK_FIRST, Board, BoardLike, Move
from slidelab.puzzle.board import ShapeLike
from slidelab.puzzle.validation import check_whole
from slidelab.system.argument_checks import as_whole

try:
    gymnasium: Any = import_module("gymnasium")
except ImportError as error:
    raise ImportError("environments need Gymnasium: pip install 'slidelab[gym]'") from error

STEP_REWARD = -1.0


class PuzzleEnv(gymnasium.Env):  # type: ignore[misc]
    """A board to bring to a goal; an action is a move of the blank: 0 up, 1 down, 2 left, 3 right.

    An observation is the tiles row by row. Each action costs 1; one that leads over the edge leaves
    the board as it is. Boards are drawn at `distance` moves from the goal, or all with equal
    chances. With `shaping`, the moves by which an action came nearer to the goal are added to the
    reward: exact distances, for shapes of up to 9 cells, which leave the best policy as it is.

    Raises ValueError for a shape that is too large for shaping.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - so it is called there

    def __init__(
        self,
        shape: ShapeLike = "3x3",
        goal: BoardLike = BLANK_FIRST,
        *,
        distance: int | None = None,
        shaping: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_whole("distance", distance, least=0)
        self.goal = Board.goal(shape, goal)
        self.board = self.goal
        self.render_mode = render_mode
        self._distance = distance
        self._left = heuristics.perfect.bind(self.goal) if shaping else None
        size = self.goal.shape
        self.action_space = gymnasium.spaces.Discrete(len(Move))
        self.observation_space = gymnasium.spaces.Box(
            0, size.cells - 1, (size.rows, size.cols), np.int16
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin with another board, or with the one in `options["board"]`."""
        super().reset(seed=seed)
        given = (options or {}).get("board")
        if given is not None:
            self.board = Board(given, self.goal.shape)
        else:
            drawn_with = int(self.np_random.integers(2**31))
            self.board = Board.random(
                self.goal.shape, goal=self.goal, distance=self._distance, seed=drawn_with
            )
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Move the blank; the episode ends when the board is solved."""
        before = self.board
        number = as_whole(action)
        move = Move(action if number is None else number)
        if move in before.legal_moves:
            self.board = before.move(move)
        reward = STEP_REWARD
        if self._left is not None:
            reward += self._left(before.state) - self._left(self.board.state)
        return self._observation(), reward, self.board == self.goal, False, self._info()

    def render(self) -> str | None:
        """The board as text, if that was asked for."""
        return str(self.board) if self.render_mode == "ansi" else None

    def _observation(self) -> Any:
        return np.array(self.board.rows, dtype=np.int16)

    def _info(self) -> dict[str, Any]:
        mask = np.array([move in self.board.legal_moves for move in Move], dtype=np.int8)
        told = {} if self._left is None else {"distance": self._left(self.board.state)}
        return {"board": self.board, "action_mask": mask, **told}
