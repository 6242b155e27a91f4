"""What users meet at a terminal: progress, Ctrl-C, animation, games, a conversation."""

import signal
import sys

import pytest

from tests.support.boards import EASY, HARD

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")

ENDLESS = ["solve", HARD, "-a", "ids", "--engine", "textbook"]
DOWN, RIGHT = "\x1b[B", "\x1b[C"


def press_ctrl_c(terminal):
    terminal.process.send_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (ENDLESS, "these are the counts so far"),
        (["driver", "bfs", HARD, "-o", "-"], "ended with: cancelled"),
        (["compare", HARD, "-a", "astar", "-a", "ids", "--engine", "textbook"], "cancelled"),
    ],
)
def test_ctrl_c_ends_searches_with_the_counts_so_far(cli, words, shown):
    terminal = cli.terminal(*words)
    terminal.wait_for("earching")
    press_ctrl_c(terminal)
    terminal.wait_for(shown)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.shown


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_it_ends_while_a_heuristic_is_prepared(cli, number, status):
    terminal = cli.terminal("compare", "korf:1", "-a", "ida", "-H", "7-8")  # takes very long
    terminal.wait_for("uilding the pattern databases")
    terminal.process.send_signal(number)
    assert terminal.end() == status


def test_the_path_is_animated_in_place(cli):
    terminal = cli.terminal("solve", EASY, "--animate", "50")
    assert terminal.end() == 0
    for caption in ("start", "1 of 3: Up (tile 5 down)", "2 of 3: Left", "3 of 3: Left"):
        assert caption in terminal.shown
    assert terminal.shown.count("\x1b[1A") >= 3 * 5, "each but the first begins five lines up"
    assert terminal.shown.rstrip().endswith("\x1b[?25h"), "the cursor is shown again"


def test_ctrl_c_in_an_animation_leaves_the_cursor_visible(cli):
    terminal = cli.terminal("solve", "8,6,4,2,1,3,5,7,0", "--animate", "2")
    terminal.wait_for("1 of 26")
    press_ctrl_c(terminal)
    assert terminal.end() == 130
    assert terminal.shown.rstrip().endswith("\x1b[?25h")
    assert "Traceback" not in terminal.shown


def test_a_key_shows_the_next_board(cli):
    terminal = cli.terminal("solve", EASY, "--step")
    terminal.wait_for("start")
    terminal.type(" ")
    terminal.wait_for("1 of 3")
    terminal.type("q")
    assert terminal.end() == 0
    assert "2 of 3" not in terminal.shown


def test_without_a_board_there_is_a_sample(cli):
    terminal = cli.terminal("solve", "--shape", "2x3")
    assert terminal.end() == 0
    assert "Solved" in terminal.shown


def test_a_conversation_goes_to_its_end(cli):
    terminal = cli.terminal("ask", "--shape", "2x3")
    asked = ("Row 1", "Row 2", "Which algorithm", "Which heuristic")
    for question, answer in zip(asked, ("1 0 2", "3 4 5", "astar", "manhattan"), strict=True):
        terminal.wait_for(question)
        terminal.wait_for(": ")
        terminal.type(f"{answer}\n")
    terminal.wait_for("Cost of Path = Depth = 1")
    assert terminal.end() == 0


def test_a_board_is_played_with_arrows_and_hints(cli):
    terminal = cli.terminal("play", "125340678")
    terminal.wait_for("0 moves")
    terminal.type(DOWN)
    terminal.wait_for("1 move")
    terminal.type("h")
    terminal.wait_for("Move tile 2 right: 2 to go")
    terminal.type(RIGHT)
    terminal.wait_for("2 moves")
    terminal.type("b")
    terminal.wait_for("1 move")
    terminal.type(RIGHT + RIGHT)
    terminal.wait_for("Solved in 3 moves")
    assert terminal.end() == 0


def test_the_rest_of_a_game_can_be_solved_and_a_game_given_up(cli):
    terminal = cli.terminal("play", "125340678")
    terminal.wait_for("0 moves")
    terminal.type("x")
    terminal.wait_for("3 of 3")
    assert terminal.end() == 4
    terminal = cli.terminal("play", "--shape", "4x4", "--distance", "1")
    terminal.wait_for("0 moves")
    terminal.type("h")
    terminal.wait_for(": 1 to go")
    terminal.type("n")
    terminal.wait_for("seed")  # of the next game
    terminal.wait_for("0 moves")
    terminal.type("q")
    assert terminal.end() == 4


def test_a_hint_on_a_large_board_claims_no_more_than_is_known(cli):
    terminal = cli.terminal("play", "korf24:1")
    terminal.wait_for("0 moves")
    terminal.type("h")
    terminal.wait_for("to go, or fewer")
    terminal.type("q")
    assert terminal.end() == 4
