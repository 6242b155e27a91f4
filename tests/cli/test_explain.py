"""`slidelab explain`: which conventions lead to the numbers that a program prints."""

import signal

import pytest

from tests.oracles import course_programs as program


@pytest.fixture
def explained(cli):
    """Explain numbers, as JSON."""
    return lambda *words: cli("explain", *words, "--format", "json").json


def test_an_explanation_names_the_conventions(cli):
    ran = cli("explain", "714602385", "-a", "dfs", "--expanded", "371")
    assert ran.status == 0
    assert "1. dfs" in ran.out
    assert "textbook" in ran.out


def test_presets_are_named(explained):
    matches = explained("632781405", "-a", "bfs", "--expanded", "2684")["matches"]
    assert (matches[0]["preset"], matches[0]["deviations"]) == ("textbook", {})
    assert {match["preset"] for match in matches} >= {"textbook", "driver"}


def test_more_boards_rule_out_more(explained):
    def printed(board):
        return str(program.bfs(program.read(board), order="RLDU")["expanded"])

    near, far = "125340678", "142658703"
    one = explained(near, "-a", "bfs", "--expanded", printed(near))
    also = ("--also", f"{far} expanded={printed(far)}")
    two = explained(near, "-a", "bfs", "--expanded", printed(near), *also)
    assert 0 < len(two["matches"]) < len(one["matches"])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs POSIX signals")
def test_an_interrupted_inquiry_claims_nothing(cli):
    hard = ("867254301", "--goal", "blank-last")
    terminal = cli.terminal("explain", *hard, "--expanded", "100001")
    terminal.wait_for("Trying")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert "No conventions produce" not in terminal.shown
