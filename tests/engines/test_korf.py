"""Iterative deepening expands and generates the numbers of nodes that Korf published in 1985."""

import csv
from pathlib import Path

import pytest

from slidelab import Board, Shape, solve

KORF = list(csv.DictReader((Path(__file__).parents[1] / "oracles" / "korf100.csv").open()))
EASIEST = sorted(KORF, key=lambda row: int(row["nodes_ida_manhattan"]))


def solve_row(row: dict[str, str], **choices: str) -> tuple[int | None, int, int]:
    """Solve a board of the table; return cost, generated and expanded nodes."""
    board = Board(row["tiles"], Shape(4, 4))
    result = solve(board, algorithm="ida", preset="korf", **choices)
    assert result.moves is not None
    assert board.play(result.moves) == result.goal
    return result.cost, result.generated, result.expanded


def published(row: dict[str, str]) -> tuple[int, int, int]:
    """Return cost, generated and expanded nodes as published."""
    columns = ("optimal", "nodes_ida_manhattan", "expanded_ida_manhattan")
    cost, generated, expanded = (int(row[column]) for column in columns)
    return cost, generated, expanded


def test_node_counts_of_the_easiest_boards() -> None:
    for row in EASIEST[:12]:
        assert solve_row(row, heuristic="manhattan", engine="compiled") == published(row)


@pytest.mark.nightly
def test_node_counts_of_many_boards() -> None:
    for row in EASIEST[:50]:
        assert solve_row(row, heuristic="manhattan", engine="compiled") == published(row)


def test_pattern_databases_find_the_published_lengths() -> None:
    for row in KORF[:50]:
        assert solve_row(row, heuristic="6-6-3", engine="compiled")[0] == int(row["optimal"])


def test_several_threads_find_the_published_lengths() -> None:
    cases = [(row, "manhattan") for row in EASIEST[:5]] + [(KORF[10], "6-6-3")]
    for row, heuristic in cases:
        cost, _, expanded = solve_row(row, heuristic=heuristic, engine="parallel")
        assert cost == int(row["optimal"])
        assert expanded > 100_000
