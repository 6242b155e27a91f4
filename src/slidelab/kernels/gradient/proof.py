"""What a finished search has proved, in a form that others can check.

A proof names the tables by their checksums and the automaton by its length, so that somebody with
the same tables can search any of the bounds again and compare the nodes; the automaton has a check
of its own (`audit`). That the path is a solution is checked here, by playing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from slidelab.kernels.gradient.search import GradientSearch
from slidelab.kernels.patterns.files import checksum


@dataclass(frozen=True)
class Proof:
    """That ``moves`` solves a board and that nothing shorter does."""

    board: tuple[int, ...]
    """Tiles are named by their homes."""
    rows: int
    cols: int
    moves: str
    length: int
    no_solution_within: int
    """No solution has so many moves or fewer; -1 for a solved board."""
    bounds: tuple[tuple[int, int], ...]
    """Every bound that was searched, with the nodes expanded."""
    partition: tuple[tuple[int, ...], ...]
    tables: tuple[tuple[str, str], ...]
    """The name and the checksum of each table."""
    automaton_states: int

    def to_dict(self) -> dict[str, Any]:
        """The proof as plain values that JSON can carry."""
        return asdict(self)


def proof_of(search: GradientSearch) -> Proof:
    """The proof of a finished search.

    Raises ValueError when it is not finished, or when its path does not solve its board.
    """
    problem, arrangement = search.problem, search.problem.database.arrangement
    if search.moves is None:
        raise ValueError("the search has not found a solution yet")
    if not leads_home(problem.board, arrangement.blank, arrangement.cols, search.moves):
        raise ValueError("the path does not solve the board")
    length = len(search.moves)
    bounds = tuple((each.bound, each.expanded) for each in search.searched)
    return Proof(
        board=problem.board,
        rows=arrangement.rows,
        cols=arrangement.cols,
        moves=search.moves,
        length=length,
        # All lengths have the parity of the estimate, and none is less than it.
        no_solution_within=length - 1,
        bounds=bounds,
        partition=arrangement.partition,
        tables=tuple(
            (table.name, checksum(problem.database.words[table])) for table in arrangement.tables
        ),
        automaton_states=len(problem.follow) // 4,
    )


def leads_home(board: Sequence[int], blank: int, cols: int, moves: str) -> bool:
    """Whether the blank's moves are all possible and bring every tile home.

    >>> leads_home((1, 0, 2, 3), 0, 2, "L"), leads_home((1, 0, 2, 3), 0, 2, "R")
    (True, False)
    """
    cells, rows = list(board), len(board) // cols
    row, col = divmod(cells.index(blank), cols)
    for move in moves:
        to_row = row + (move == "D") - (move == "U")
        to_col = col + (move == "R") - (move == "L")
        if not (0 <= to_row < rows and 0 <= to_col < cols):
            return False
        here, there = row * cols + col, to_row * cols + to_col
        cells[here], cells[there] = cells[there], cells[here]
        row, col = to_row, to_col
    return cells == list(range(len(cells)))
