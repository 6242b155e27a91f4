"""The list of redundant sequences: the one that was audited, and sound."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from slidelab24 import sequences
from slidelab24.sequences import load_sequences, open_automaton

SCRIPTS = Path(__file__).parents[1] / "scripts"


def script(name, *arguments):
    command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=here)


def allows(automaton, moves):
    state, allowed = 0, automaton.allowed
    for letter in moves:
        move = "ULRD".index(letter)
        if not allowed >> move & 1:
            return False
        word = int(automaton.follow[4 * state + move])
        state, allowed = word >> 4, word & 15
    return True


def test_one_of_two_ways_around_a_square_is_refused():
    automaton = open_automaton(6)
    assert allows(automaton, "RDLURD") != allows(automaton, "DRULDR")
    assert not allows(automaton, "UD")
    assert allows(automaton, "LU")


def test_the_numbers_of_states_are_those_published():
    states = [open_automaton(longest).states for longest in (2, 6, 8, 10, 14, 16)]
    assert states == [5, 21, 174, 1384, 65612, 394556]


def test_a_changed_file_is_refused(monkeypatch):
    monkeypatch.setattr(sequences, "AUDITED", "0" * 64)
    with pytest.raises(RuntimeError, match=r"sequences\.npz"):
        load_sequences()


def test_short_sequences_are_sound():
    audited = script("audit_sequences.py", "--longest", 10)
    assert audited.returncode == 0, audited.stderr
    assert "all justified" in audited.stdout


def test_the_audit_finds_a_sequence_that_is_not_redundant(tmp_path):
    numbers, witnesses = load_sequences(6)
    wrong = witnesses.copy()
    wrong[-1] = witnesses[0]
    np.savez(tmp_path / "wrong.npz", differences=np.diff(numbers, prepend=0), witnesses=wrong)
    audited = script("audit_sequences.py", "--longest", 6, "--file", tmp_path / "wrong.npz")
    assert audited.returncode == 1
    assert "instead of" in audited.stderr


@pytest.mark.nightly
def test_all_sequences_are_sound():
    audited = script("audit_sequences.py")
    assert audited.returncode == 0, audited.stderr
    assert "110,775 redundant sequences" in audited.stdout
