"""The automaton of needless sequences, and the audit that proves it sound."""

import pytest

from slidelab.engines.automaton.audit import UnsoundError, audit, build_and_audit
from slidelab.engines.automaton.automaton import Automaton, build_automaton, open_automaton, pack
from slidelab.engines.automaton.duplicates import find_needless, moves_of
from slidelab.puzzle import Shape


def pairs(words):
    numbers = zip(words.sequences.tolist(), words.witnesses.tolist(), strict=True)
    return [(moves_of(sequence), moves_of(witness)) for sequence, witness in numbers]


@pytest.mark.parametrize(
    ("longest", "rows", "cols"),
    [
        (2, 5, 5),
        (6, 2, 2),
        (9, 3, 3),
        (10, 2, 6),
        (12, 5, 5),
    ],
)
def test_every_refusal_is_justified(longest, rows, cols):
    words = find_needless(longest, Shape(rows, cols))
    found = build_and_audit(longest, Shape(rows, cols))
    assert found.sequences == len(words.sequences)
    assert found.states == build_automaton(words).states
    assert found.refusals > 0


def test_an_automaton_that_refuses_too_much_is_found_out():
    words = find_needless(8, Shape(4, 4))
    follow = build_automaton(words).follow.copy()
    follow[3, 1 if follow[3, 1] >= 0 else 2] = -1
    with pytest.raises(UnsoundError, match="refused"):
        audit(Automaton(follow), pairs(words))


def test_a_state_that_forgets_wrongly_is_found_out():
    words = find_needless(8, Shape(4, 4))
    follow = build_automaton(words).follow.copy()
    column = int((follow[0] >= 0).argmax())
    follow[0, column] = len(follow) - 1
    with pytest.raises(UnsoundError):
        audit(Automaton(follow), pairs(words))


@pytest.mark.parametrize(
    ("sequence", "witness", "reason"),
    [
        ("UD", "LR", "does not come before"),
        ("UD", "U", "different arrangements"),
        ("LR", "UD", "goes where"),
    ],
)
def test_a_wrong_witness_is_found_out(sequence, witness, reason):
    words = find_needless(2, Shape(4, 4))
    claimed = [pair for pair in pairs(words) if pair[0] != sequence] + [(sequence, witness)]
    with pytest.raises(UnsoundError, match=reason):
        audit(build_automaton(words), claimed)


def test_it_is_kept_on_disk(tmp_path):
    built = open_automaton(8, Shape(3, 4), tmp_path)
    open_automaton.cache_clear()
    read = open_automaton(8, Shape(3, 4), tmp_path)
    assert (read.follow == built.follow).all()
    assert audit(read, pairs(find_needless(8, Shape(3, 4)))).states == read.states


def test_packed_words_follow_the_automaton():
    machine = build_automaton(find_needless(8, Shape(5, 5)))
    follow, allowed = pack(machine, "ULRD")
    assert allowed == 15
    state = 0
    for move in "URDDLU":
        turn = "ULRD".index(move)
        assert machine.accepts("URDDLU")
        state = int(follow[4 * state + turn]) >> 4
    assert state < machine.states
