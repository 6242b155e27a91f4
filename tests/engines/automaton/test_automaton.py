"""The automaton of needless sequences, and the audit that proves it sound."""

import pytest

from slidelab.engines.automaton.audit import UnsoundError, audit, audit_anew
from slidelab.engines.automaton.automaton import automaton_of, open_automaton, packed
from slidelab.engines.automaton.cycles import Automaton
from slidelab.engines.automaton.duplicates import moves_of, needless


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
    words = needless(longest, rows, cols)
    found = audit_anew(longest, rows, cols)
    assert found.sequences == len(words.sequences)
    assert found.states == automaton_of(words).states
    assert found.refusals > 0


def test_an_automaton_that_refuses_too_much_is_found_out():
    words = needless(8, 4, 4)
    follow = automaton_of(words).follow.copy()
    follow[3, 1 if follow[3, 1] >= 0 else 2] = -1
    with pytest.raises(UnsoundError, match="refused"):
        audit(Automaton(follow), pairs(words))


def test_a_state_that_forgets_wrongly_is_found_out():
    words = needless(8, 4, 4)
    follow = automaton_of(words).follow.copy()
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
    words = needless(2, 4, 4)
    claimed = [pair for pair in pairs(words) if pair[0] != sequence] + [(sequence, witness)]
    with pytest.raises(UnsoundError, match=reason):
        audit(automaton_of(words), claimed)


def test_it_is_kept_on_disk(tmp_path):
    built, _ = open_automaton(8, 3, 4, tmp_path)
    open_automaton.cache_clear()
    read, words = open_automaton(8, 3, 4, tmp_path)
    assert (read.follow == built.follow).all()
    assert audit(read, pairs(words)).states == read.states


def test_packed_words_follow_the_automaton():
    machine = automaton_of(needless(8, 5, 5))
    follow, allowed = packed(machine, "ULRD")
    assert allowed == 15
    state = 0
    for move in "URDDLU":
        turn = "ULRD".index(move)
        assert machine.accepts("URDDLU")
        state = int(follow[4 * state + turn]) >> 4
    assert state < machine.states
