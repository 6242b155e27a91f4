"""Running compiled IDA* on boards given as bytes."""

import csv
from pathlib import Path
from typing import Any

from slidelab.engines.compiled.heuristics import bind_additive
from slidelab.engines.compiled.patterns.lookup import Lookup
from slidelab.engines.compiled.searches import begin_search
from slidelab.engines.sliced import SlicedRun
from slidelab.puzzle import Shape
from slidelab.puzzle.board import Board
from slidelab.search import Conventions, Limits, Run, Status
from slidelab.search.limits import NO_LIMITS

KORF = list(
    csv.DictReader((Path(__file__).parents[2] / "oracles" / "korf100.csv").open(encoding="ascii"))
)
GOAL15 = bytes(range(16))
STEP = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
SQUARES = {9: Shape(3, 3), 16: Shape(4, 4)}


def tiles(row: dict[str, str]) -> bytes:
    return bytes(int(tile) for tile in row["tiles"].split())


def slide(state: bytes, shape: Shape, move: str) -> bytes | None:
    blank = state.index(0)
    row, col = blank // shape.cols + STEP[move][0], blank % shape.cols + STEP[move][1]
    if not (0 <= row < shape.rows and 0 <= col < shape.cols):
        return None
    after = bytearray(state)
    after[blank], after[row * shape.cols + col] = after[row * shape.cols + col], 0
    return bytes(after)


def play(start: bytes, shape: Shape, moves: str) -> bytes:
    for move in moves:
        after = slide(start, shape, move)
        assert after is not None
        start = after
    return start


class Ida:
    """A compiled search with its run; the board is square unless a shape is given."""

    def __init__(
        self,
        start: bytes,
        goal: bytes,
        order: str = "UDLR",
        heuristic: Any = "manhattan",
        *,
        shape: Shape | None = None,
        seed: int | None = None,
        goal_test: str = "generate",
        **parameters: Any,
    ) -> None:
        self.shape = shape or SQUARES[len(goal)]
        boards = [Board.from_state(state, self.shape) for state in (start, goal)]
        if isinstance(heuristic, Lookup):
            heuristic = bind_additive(heuristic, boards[1])
        order = order if seed is None else f"random:{seed}"
        conventions = Conventions(order=order, goal_test=goal_test)
        self.search: Any = begin_search("ida", *boards, conventions, heuristic, **parameters)
        self.run = Run(SlicedRun(self.search), conventions)

    def advance(self, limits: Limits = NO_LIMITS) -> Status:
        return self.run.advance(limits)

    def solve(self) -> "Ida":
        assert self.advance() is Status.SOLVED
        return self

    @property
    def moves(self) -> str:
        assert self.run.goal is not None
        return "".join(move.letter for move in self.run.goal.path())

    @property
    def counts(self) -> tuple[int, int]:
        """Generated and expanded."""
        counters = self.run.counters()
        return counters.generated, counters.expanded
