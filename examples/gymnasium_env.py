"""The puzzle as an environment of Gymnasium, to train agents in: pip install gymnasium numpy."""

import gymnasium
import numpy as np

from slidelab import Board, Move, heuristics


class PuzzleEnv(gymnasium.Env):
    """A board to bring to a goal; an action is a move of the blank: 0 up, 1 down, 2 left, 3 right.

    An observation is the tiles row by row. Each action costs 1; one that leads over the edge leaves
    the board as it is. Boards are drawn at `distance` moves from the goal, or all with equal
    chances. With `shaping`, the moves by which an action came nearer to the goal are added to the
    reward: exact distances, for shapes of up to 9 cells, which leave the best policy as it is.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium's name for it

    def __init__(
        self, shape="3x3", goal="blank-first", *, distance=None, shaping=False, render_mode=None
    ):
        self.goal = self.board = Board.goal(shape, goal)
        self.render_mode = render_mode
        self.distance = distance
        self.left = heuristics.perfect.bind(self.goal) if shaping else None
        size = self.goal.shape
        self.action_space = gymnasium.spaces.Discrete(len(Move))
        self.observation_space = gymnasium.spaces.Box(
            0, size.cells - 1, (size.rows, size.cols), np.int16
        )

    def reset(self, *, seed=None, options=None):
        """Begin with another board, or with the one in `options["board"]`."""
        super().reset(seed=seed)
        given = (options or {}).get("board")
        if given is None:
            drawn_with = int(self.np_random.integers(2**31))
            self.board = Board.random(
                self.goal.shape, goal=self.goal, distance=self.distance, seed=drawn_with
            )
        else:
            self.board = Board(given, self.goal.shape)
        return self._observation(), self._info()

    def step(self, action):
        """Move the blank; the episode ends when the board is solved."""
        before, move = self.board, Move(action)
        if move in before.legal_moves:
            self.board = before.move(move)
        reward = -1.0
        if self.left is not None:
            reward += self.left(before.state) - self.left(self.board.state)
        return self._observation(), reward, self.board == self.goal, False, self._info()

    def render(self):
        """Return the board as text, if that was asked for."""
        return str(self.board) if self.render_mode == "ansi" else None

    def _observation(self):
        return np.array(self.board.rows, dtype=np.int16)

    def _info(self):
        mask = np.array([move in self.board.legal_moves for move in Move], dtype=np.int8)
        distance = {} if self.left is None else {"distance": self.left(self.board.state)}
        return {"board": self.board, "action_mask": mask, **distance}


if __name__ == "__main__":
    env = PuzzleEnv("2x3", distance=5, shaping=True, render_mode="ansi")
    observation, info = env.reset(seed=1)
    for move in info["board"].solve().moves:
        observation, reward, terminated, truncated, info = env.step(move)
        print(f"{env.render()}\nreward {reward}\n")
