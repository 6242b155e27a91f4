"""The machine of short cycles refuses only what another sequence replaces."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab.kernels.cycles import needless_sequences, no_undo, short_cycles

STEP = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


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


def box(moves: str) -> tuple[int, int, int, int]:
    rows, cols = zip(*visited(moves), strict=True)
    return min(rows), min(cols), max(rows), max(cols)


def fits(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    low = all(mine >= other for mine, other in zip(inner[:2], outer[:2], strict=True))
    return low and all(mine <= other for mine, other in zip(inner[2:], outer[2:], strict=True))


def places(moves: str) -> list[int]:
    return ["UDLR".index(move) for move in moves]


def test_no_undo_refuses_exactly_the_four_pairs() -> None:
    refused = {a + b for a, b in product("UDLR", repeat=2) if not no_undo().accepts(a + b)}
    assert refused == {"UD", "DU", "LR", "RL"}


@pytest.mark.parametrize("length", [2, 12])
def test_every_refused_sequence_has_an_earlier_one_in_its_box(length: int) -> None:
    machine = short_cycles(length)
    for word in needless_sequences(length):
        assert not machine.accepts(word)
        assert any(
            play(other) == play(word) and fits(box(other), box(word))
            for size in range(len(word) + 1)
            for other in map("".join, product("UDLR", repeat=size))
            if (size, places(other)) < (len(word), places(word))
        )


@given(st.text("UDLR", max_size=9))
def test_whatever_is_reached_in_a_box_is_reached_without_refused_moves(moves: str) -> None:
    """Some accepted sequence, no longer and within the same box, has the same result."""
    top, left, bottom, right = box(moves)
    machine, goal = short_cycles(16), play(moves)
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
    sizes = [short_cycles(length).states for length in (2, 12, 16, 18)]
    assert sizes[0] == 5
    assert sizes == sorted(set(sizes))


@pytest.mark.parametrize("length", [0, 1])
def test_a_cycle_has_two_moves_at_least(length: int) -> None:
    with pytest.raises(ValueError, match="at least 2 moves"):
        short_cycles(length)


def test_there_are_no_cycles_of_an_odd_length() -> None:
    assert (short_cycles(13).follow == short_cycles(12).follow).all()
