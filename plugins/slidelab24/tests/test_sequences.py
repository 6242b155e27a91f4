"""The automaton of `sequences.npz` refuses nothing that a shortest path needs.

Whole arrangements are compared. Two things are shown, from which it follows that some shortest path
is always accepted.

1. For every redundant sequence the witness leads to the same arrangement, visits no row or column
   that the sequence does not, and comes before it: it is shorter, or as long and earlier in the
   order U, L, R, D. So a path with a redundant part can be changed into an earlier one that is no
   longer and stays on the board; and there is no endless chain of ever earlier paths.
2. The automaton refuses a move only where it completes a redundant sequence. Each state has a
   label, the shortest way to it. If every step from a state leads to one whose label is an ending
   of the label and the move, then by induction all moves that lead to a state end with its label;
   so it is enough that the label and a refused move end with a redundant sequence.
"""

from collections import deque

import pytest

from slidelab24 import sequences
from slidelab24.sequences import LONGEST, load_sequences, make_automaton

ORDER = "ULRD"
STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}


def spell(sequence):
    """Return the moves that a number stands for."""
    moves = ""
    while sequence > 1:
        moves = ORDER[sequence & 3] + moves
        sequence >>= 2
    return moves


def play(moves):
    """Return the cells whose content changed, with its origin, and how far the blank went."""
    row = col = up = down = left = right = 0
    content = {}
    for move in moves:
        target = row + STEPS[move][0], col + STEPS[move][1]
        content[row, col] = content.get(target, target)
        row, col = target
        content[row, col] = (0, 0)
        up, down = max(up, -row), max(down, row)
        left, right = max(left, -col), max(right, col)
    return {cell: tile for cell, tile in content.items() if cell != tile}, (up, down, left, right)


def rank(moves):
    return len(moves), [ORDER.index(move) for move in moves]


def check_witness(sequence, witness):
    """Check the first claim for a sequence."""
    claim = f"{witness or 'no move'} instead of {sequence}"
    (ends, box), (other_ends, other_box) = play(sequence), play(witness)
    assert rank(witness) < rank(sequence), claim
    assert ends == other_ends, claim
    assert all(mine <= yours for mine, yours in zip(other_box, box, strict=True)), claim


def check_refusals(automaton, redundant):
    """Check the second claim and return the numbers of states and refusals."""
    follow = automaton.follow.tolist()
    lengths = sorted({len(sequence) for sequence in redundant})
    labels, allowed = {0: ""}, {0: automaton.allowed}
    waiting, refusals = deque([0]), 0
    while waiting:
        state = waiting.popleft()
        for column, move in enumerate(ORDER):
            read = labels[state] + move
            if not allowed[state] >> column & 1:
                refusals += 1
                assert any(read[-length:] in redundant for length in lengths), read
                continue
            target = follow[4 * state + column] >> 4
            if target not in labels:
                labels[target], allowed[target] = read, follow[4 * state + column] & 15
                waiting.append(target)
            assert allowed[target] == follow[4 * state + column] & 15, read
            assert read.endswith(labels[target]), read
    return len(labels), refusals


@pytest.mark.parametrize(
    ("longest", "numbers"),
    [
        (10, (358, 1384, 1757)),
        pytest.param(LONGEST, (110775, 394556, 527368), marks=pytest.mark.nightly),
    ],
)
def test_every_refusal_is_justified(longest, numbers):
    found, witnesses = load_sequences(longest)
    redundant = [spell(sequence) for sequence in found.tolist()]
    for sequence, witness in zip(redundant, witnesses.tolist(), strict=True):
        check_witness(sequence, spell(witness))
    checked = check_refusals(make_automaton(found, longest), set(redundant))
    assert (len(redundant), *checked) == numbers


def test_the_checks_find_mistakes():
    found, _ = load_sequences(6)
    redundant = {spell(sequence) for sequence in found.tolist()}
    with pytest.raises(AssertionError):
        check_witness("RDLURD", "UD")  # it leads to another arrangement
    with pytest.raises(AssertionError):
        check_witness("UD", "LR")  # it goes to another column
    with pytest.raises(AssertionError):
        check_refusals(make_automaton(found, 6), redundant - {"UD"})


def test_a_changed_file_is_refused(monkeypatch):
    monkeypatch.setattr(sequences, "AUDITED", "0" * 64)
    with pytest.raises(RuntimeError, match=r"sequences\.npz"):
        load_sequences()
