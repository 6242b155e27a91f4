"""What a finished search has proved, in a form that others can check.

A proof names the tables by their checksums and the automaton by its length, so that somebody with
the same tables can search any of the bounds again and compare the nodes; the automaton has a check
of its own (`audit`). That the path is a solution is checked here, by playing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from slidelab.engines.gradient.database import Arrangement
from slidelab.engines.gradient.search import GradientSearch


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
    bounds: tuple[tuple[int, int, int], ...]
    """Every bound that was searched, with the nodes expanded, and with which of the partitions."""
    partitions: tuple[tuple[tuple[int, ...], ...], ...]
    tables: tuple[tuple[str, str], ...]
    """The name and the checksum of each table."""
    automaton_moves: int
    """Needless sequences of up to so many moves were refused."""
    automaton_states: int
    beam_expanded: int
    """Nodes that beams expanded to find the path: they are no part of the proof."""

    def to_dict(self) -> dict[str, Any]:
        """The proof as plain values that JSON can carry."""
        return asdict(self)

    def __str__(self) -> str:
        """A few lines for people."""
        bounds = ", ".join(f"{bound}: {nodes:,}" for bound, nodes, _ in self.bounds)
        tables = ", ".join(f"{name} ({checksum})" for name, checksum in self.tables)
        lines = [f"Proved: no solution has fewer than {self.length:,} moves."]
        if bounds:
            lines.append(f"Nodes expanded within each bound: {bounds}")
        if self.beam_expanded:
            lines.append(f"Nodes expanded by beams to find the path: {self.beam_expanded:,}")
        return "\n".join(
            [
                *lines,
                f"Gradient tables and their checksums: {tables}",
                f"Needless sequences refused: of up to {self.automaton_moves} moves "
                f"({self.automaton_states:,} states)",
            ]
        )


def proof_of(search: GradientSearch) -> Proof:
    """The proof of a finished search.

    Raises ValueError when it is not finished, or when its path does not solve its board.
    """
    problem, database = search.problem, search.problem.database
    arrangement = database.arrangement
    return make_proof(
        problem.board,
        arrangement,
        search.moves,
        bounds=tuple((each.bound, each.expanded, 0) for each in search.searched),
        partitions=(arrangement.partition,),
        tables=tuple((table.name, database.checksum(table)) for table in arrangement.tables),
        automaton_moves=problem.longest,
        automaton_states=len(problem.follow) // 4,
        beam_expanded=search.beam_expanded,
    )


def make_proof(
    board: tuple[int, ...], arrangement: Arrangement, moves: str | None, **facts: Any
) -> Proof:
    """A proof, after its path was replayed. Raises ValueError when that does not lead home."""
    if moves is None:
        raise ValueError("the search has not found a solution yet")
    if not leads_home(board, arrangement.blank, arrangement.cols, moves):
        raise ValueError("the path does not solve the board")
    return Proof(
        board=board,
        rows=arrangement.rows,
        cols=arrangement.cols,
        moves=moves,
        length=len(moves),
        # All lengths have the parity of the estimate, and none is less than it.
        no_solution_within=len(moves) - 1,
        **facts,
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
