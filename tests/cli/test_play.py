"""Hints of `slidelab play`."""

import time

from slidelab import Limits
from slidelab.cli.commands import play
from slidelab.engines.compiled import engine
from slidelab.puzzle import goal_board
from slidelab.puzzle.instances import read_board
from slidelab.system.progress import report_progress


def test_code_that_has_to_be_compiled_first_takes_nothing_of_the_time_for_a_hint(monkeypatch):
    load = engine.load

    def load_slowly(*choices, **parameters):
        time.sleep(0.6)
        report_progress("compiling")
        load(*choices, **parameters)

    monkeypatch.setattr(engine, "load", load_slowly)
    monkeypatch.setattr(play, "GUESSING", Limits(seconds=0.5))
    board = read_board("korf24:1")
    game = play.Game(board, goal_board("blank-first", board.shape), "tile")
    assert "to go, or fewer" in game.hint(game.rest())
