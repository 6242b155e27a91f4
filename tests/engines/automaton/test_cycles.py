"""The machine of short cycles refuses only what another sequence replaces."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab.engines.automaton.automaton import no_undo, short_cycles
from slidelab.puzzle import Shape

STEP = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


@cache
def play(moves: str) -> tuple[tuple[int, int], dict[tuple[int, int], tuple[int, int]]]:
    """The blank's cell and the displaced tiles after ``moves`` on a board without borders."""
    blank = (0, 0)
    tiles: dict[tuple[int, int], tuple[int, int]] = {}
    for move in moves:
        target = (blank[0] + STEP[move][0], blank[1] + STEP[move][1])
        tiles[blank] = tiles.pop(target, target)
        blank = target
    return blank, {cell: tile for cell, tile in tiles.items() if cell != tile}


def visited(moves: str) -> set[tuple[int, int]]:
    return {play(moves[:length])[0] for length in range(len(moves) + 1)}


@cache
def box(moves: str) -> tuple[int, int, int, int]:
    rows, cols = zip(*visited(moves), strict=True)
    return min(rows), min(cols), max(rows), max(cols)


def fits(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    low = all(mine >= other for mine, other in zip(inner[:2], outer[:2], strict=True))
    return low and all(mine <= other for mine, other in zip(inner[2:], outer[2:], strict=True))


def test_no_undo_refuses_exactly_the_four_pairs() -> None:
    refused = {a + b for a, b in product("UDLR", repeat=2) if not no_undo().accepts(a + b)}
    assert refused == {"UD", "DU", "LR", "RL"}


def earlier(moves: str) -> tuple[int, list[int]]:
    return len(moves), ["ULRD".index(move) for move in moves]


def test_a_sequence_is_refused_exactly_if_an_earlier_one_can_replace_a_part() -> None:
    longest = 6
    ends: dict[object, list[str]] = {}
    for size in range(longest + 1):
        for moves in map("".join, product("ULRD", repeat=size)):
            blank, tiles = play(moves)
            ends.setdefault((blank, frozenset(tiles.items())), []).append(moves)
    needless = {
        moves
        for alike in ends.values()
        for moves in alike
        for other in alike
        if earlier(other) < earlier(moves) and fits(box(other), box(moves))
    }
    machine = short_cycles(2 * longest, Shape(longest + 1, longest + 1))
    for alike in ends.values():
        for moves in alike:
            parts = (moves[start:end] for start, end in combinations(range(len(moves) + 1), 2))
            assert machine.accepts(moves) == needless.isdisjoint(parts)


@given(st.text("UDLR", max_size=9))
def test_whatever_is_reached_in_a_box_is_reached_without_refused_moves(moves: str) -> None:
    """Some accepted sequence, no longer and within the same box, has the same result."""
    top, left, bottom, right = box(moves)
    machine, goal = short_cycles(16, Shape(9, 9)), play(moves)
    frontier = [("", 0)]
    for _ in range(len(moves) + 1):
        if any(play(path) == goal for path, _ in frontier):
            return
        frontier = [
            (path + move, int(machine.follow[state, number]))
            for path, state in frontier
            for number, move in enumerate("UDLR")
            if machine.follow[state, number] >= 0
            and top <= play(path + move)[0][0] <= bottom
            and left <= play(path + move)[0][1] <= right
        ]
    pytest.fail(f"no accepted sequence replaces {moves}")


def test_longer_cycles_refuse_more() -> None:
    sizes = [short_cycles(length, Shape(5, 5)).states for length in (2, 12, 16, 18)]
    assert sizes[0] == 5
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("length", [0, 1])
def test_a_cycle_has_two_moves_at_least(length: int) -> None:
    with pytest.raises(ValueError, match="at least 2 moves"):
        short_cycles(length, Shape(5, 5))


def test_there_are_no_cycles_of_an_odd_length() -> None:
    odd, even = (short_cycles(length, Shape(5, 5)) for length in (13, 12))
    assert (odd.follow == even.follow).all()
