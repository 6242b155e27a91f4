"""Games of `slidelab play`."""

import time

from slidelab import Limits
from slidelab.cli.commands import play
from slidelab.engines.anytime import search
from slidelab.puzzle import Board, goal_board


def test_code_that_has_to_be_compiled_first_takes_nothing_of_the_time_for_a_hint(monkeypatch):
    load = search.load
    loads = []

    def load_slowly(cells):
        if not loads:
            time.sleep(4.1)
        loads.append(cells)
        load(cells)

    monkeypatch.setattr(search, "load", load_slowly)
    board = Board("korf24:1")
    goal = goal_board("blank-first", board.shape)
    game = play.Game(board, goal, "tile", guessing=Limits(seconds=4, nodes=300_000))
    rest = game.rest()
    assert loads
    assert rest.counters.expanded > 0  # a beam has had its time
    assert "to go, or fewer" in game.hint(rest)


def test_the_time_of_a_game_runs_from_its_first_move():
    now = 100.0
    goal = goal_board("blank-first", Board("125340678").shape)
    game = play.Game(Board("125340678"), goal, "blank", clock=lambda: now)
    now += 60
    game.press("z")
    assert game.seconds == 0
    game.press("w")
    now += 75
    assert game.seconds == 75
    assert "0:01:15" in game.text()
