"""The checks of a table: each goes through all boards or moves, in plain Python."""

from bisect import bisect_left
from math import fsum

from slidelab.lab.boards import NO_NEIGHBOUR, Boards
from slidelab.lab.prove.findings import (
    DOMINATED,
    DOMINATES,
    EQUAL,
    INCOMPARABLE,
    Counterexample,
    ErrorRow,
    Ordering,
)
from slidelab.puzzle.metric import kinds_of_moves

ROUNDING = 1e-9
"""Sums of square roots are rounded; a difference below this is none."""


def find_overestimates(boards: Boards, h: list[float]) -> tuple[int, Counterexample | None]:
    """How many boards have h above their true distance, and the nearest of them."""
    too_high = [
        number
        for number, (distance, value) in enumerate(zip(boards.distance, h, strict=False))
        if value > distance + ROUNDING
    ]
    if not too_high:
        return 0, None
    first = too_high[0]
    example = Counterexample(boards.board(first), boards.goal, boards.distance[first], h[first])
    return len(too_high), example


def find_inconsistencies(boards: Boards, h: list[float]) -> tuple[int, Counterexample | None]:
    """How many moves let h fall by more than 1, and the first of them.

    An estimate above 0 at the goal is an inconsistency as well, the nearest there can be.
    """
    falls = [
        (number, kind)
        for number, (value, there) in enumerate(zip(h, boards.neighbours, strict=True))
        for kind, neighbour in enumerate(there)
        if neighbour != NO_NEIGHBOUR and value - h[neighbour] > 1 + ROUNDING
    ]
    if h[0] > ROUNDING:
        return len(falls), Counterexample(boards.goal, boards.goal, 0, h[0])
    if not falls:
        return 0, None
    number, kind = falls[0]
    move, tiles = kinds_of_moves(boards.goal.shape, boards.metric)[kind]
    example = Counterexample(
        boards.board(number),
        boards.goal,
        boards.distance[number] if number < boards.near else None,
        h[number],
        move,
        h[boards.neighbours[number][kind]],
        tiles,
    )
    return len(falls), example


def measure_errors(boards: Boards, h: list[float]) -> list[ErrorRow]:
    """The errors at each distance."""
    rows = []
    first = 0
    while first < boards.near:
        distance = boards.distance[first]
        end = bisect_left(boards.distance, distance + 1, first)
        here = h[first:end]
        mean = fsum(here) / len(here)
        rows.append(
            ErrorRow(
                distance=distance,
                boards=len(here),
                mean_h=mean,
                mean_error=distance - mean,
                largest_error=max(abs(distance - value) for value in here),
                overestimated=sum(value > distance + ROUNDING for value in here),
            )
        )
        first = end
    return rows


def count_exact(boards: Boards, h: list[float]) -> int:
    """On how many boards the estimate is the true distance."""
    return sum(
        abs(value - distance) < ROUNDING
        for value, distance in zip(h, boards.distance, strict=False)
    )


def compare_values(boards: Boards, h: list[float], other: str, g: list[float]) -> Ordering:
    """How h compares with the values g of another heuristic."""
    differences = [one - another for one, another in zip(h, g, strict=True)]
    higher = [number for number, by in enumerate(differences) if by > ROUNDING]
    lower = [number for number, by in enumerate(differences) if by < -ROUNDING]
    relation = {
        (False, False): EQUAL,
        (True, False): DOMINATES,
        (False, True): DOMINATED,
        (True, True): INCOMPARABLE,
    }[bool(higher), bool(lower)]
    higher_on, lower_on = (boards.board(each[0]) if each else None for each in (higher, lower))
    return Ordering(other, relation, len(higher), len(lower), higher_on, lower_on)
