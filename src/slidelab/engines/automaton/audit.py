"""A second, independent proof that an automaton refuses nothing that a shortest path needs.

It shares no code with what builds automata, and compares whole arrangements. Two things are
shown, from which it follows that some shortest path is always accepted.

1. For every needless sequence the witness leads to the same arrangement, visits no row or column
   that the sequence does not, and comes before it: it is shorter, or as long and earlier in the
   order U, L, R, D. So a path with a needless part can be changed into an earlier one that is no
   longer and stays on the board; and there is no endless chain of ever earlier paths.
2. The automaton refuses a move only where it completes a needless sequence. Each state has a label,
   the shortest way to it. If every step from a state leads to one whose label is an ending of the
   label and the move, then by induction all moves that lead to a state end with its label; so it is
   enough that the label and a refused move end with a needless sequence.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from slidelab.engines.automaton.automaton import Automaton, build_automaton
from slidelab.engines.automaton.duplicates import find_needless, moves_of
from slidelab.puzzle import Move, Shape
from slidelab.system.progress import report_progress

_STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}
_ORDER = "ULRD"
_COLUMN = {move.letter: int(move) for move in Move}


class UnsoundError(Exception):
    """An automaton refuses what it has no reason to refuse; the message shows where."""


class Audit(NamedTuple):
    """How much was checked."""

    sequences: int
    states: int
    refusals: int


def audit(automaton: Automaton, witnesses: Iterable[tuple[str, str]]) -> Audit:
    """Check an automaton against its needless sequences, each given with its witness.

    Raises UnsoundError, with a counterexample, unless both claims above hold.

    >>> from slidelab.engines.automaton.automaton import no_undo
    >>> audit(no_undo(), [("UD", ""), ("DU", ""), ("LR", ""), ("RL", "")])
    Audit(sequences=4, states=5, refusals=4)
    """
    needless = set()
    for sequence, witness in witnesses:
        _check_witness(automaton, sequence, witness)
        needless.add(sequence)
    states, refusals = _check_refusals(automaton, needless)
    return Audit(len(needless), states, refusals)


def _check_witness(automaton: Automaton, sequence: str, witness: str) -> None:
    claim = f"{witness or 'no move'} instead of {sequence}"
    if _rank(witness) >= _rank(sequence):
        raise UnsoundError(f"{claim}: it does not come before it")
    ends, box = _play(sequence)
    other_ends, other_box = _play(witness)
    if ends != other_ends:
        raise UnsoundError(f"{claim}: they lead to different arrangements")
    if any(mine > yours for mine, yours in zip(other_box, box, strict=True)):
        raise UnsoundError(f"{claim}: it goes where the sequence does not")
    if not automaton.accepts(witness):
        raise UnsoundError(f"{claim}: it is refused itself")


def _rank(moves: str) -> tuple[int, list[int]]:
    return len(moves), [_ORDER.index(move) for move in moves]


_Cell = tuple[int, int]


def _play(moves: str) -> tuple[dict[_Cell, _Cell], tuple[int, int, int, int]]:
    """The cells whose content changed, with where it comes from, and how far the blank went."""
    row, col = 0, 0
    content: dict[_Cell, _Cell] = {}
    up = down = left = right = 0
    for move in moves:
        step_row, step_col = _STEPS[move]
        target = row + step_row, col + step_col
        content[row, col] = content.get(target, target)
        row, col = target
        content[row, col] = (0, 0)
        up, down = max(up, -row), max(down, row)
        left, right = max(left, -col), max(right, col)
    moved = {cell: tile for cell, tile in content.items() if cell != tile}
    return moved, (up, down, left, right)


def _check_refusals(automaton: Automaton, needless: set[str]) -> tuple[int, int]:
    follow = automaton.follow.tolist()
    lengths = sorted({len(sequence) for sequence in needless})
    labels: dict[int, str] = {0: ""}
    waiting = deque([0])
    refusals = 0
    while waiting:
        state = waiting.popleft()
        for move, column in _COLUMN.items():
            target, read = follow[state][column], labels[state] + move
            if target < 0:
                refusals += 1
                if not any(read[-length:] in needless for length in lengths):
                    raise UnsoundError(f"{read} is refused, and no part of it is needless")
            elif target not in labels:
                labels[target] = read
                waiting.append(target)
    for state, label in labels.items():
        for move, column in _COLUMN.items():
            target = follow[state][column]
            if target >= 0 and not (label + move).endswith(labels[target]):
                raise UnsoundError(f"after {label}, {move} leads to the state of {labels[target]}")
    return len(labels), refusals


def build_and_audit(longest: int, shape: Shape) -> Audit:
    """Build the automaton for sequences of up to ``longest`` moves and check it.

    Raises UnsoundError, with a counterexample, if it refuses what it should not.

    >>> build_and_audit(6, Shape(3, 3)).sequences
    8
    """
    words = find_needless(longest, shape)
    count, doing = len(words.sequences), f"replaying {len(words.sequences):,} needless sequences"

    def replay() -> Iterator[tuple[str, str]]:
        pairs = zip(words.sequences.tolist(), words.witnesses.tolist(), strict=True)
        for done, (sequence, witness) in enumerate(pairs):
            if done % 1000 == 0:
                report_progress(doing, done / count)
            yield moves_of(sequence), moves_of(witness)

    return audit(build_automaton(words), replay())
