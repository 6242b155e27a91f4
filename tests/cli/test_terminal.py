"""What a person at a terminal meets: questions, pictures, Ctrl-C."""

import io
import json
import signal
import subprocess
import sys
from contextlib import redirect_stderr

import pytest

from slidelab.cli.interactive import Display
from slidelab.search import Counters
from tests.support.boards import HARD
from tests.support.cli import COMMAND, PATIENCE, Terminal, invoke

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")

ENDLESS = ["solve", HARD, "-a", "ids", "--tree", "--engine", "textbook"]


def test_asked_after_a_while_it_goes_on_from_where_it_stood():
    terminal = Terminal(*ENDLESS, "--patience", "0.3")
    _wait_for_progress_and_question(terminal)
    before = _expanded(terminal.shown)
    terminal.type("what\n")
    terminal.wait_for("Continue searching? [y/n]")
    terminal.type("y\n")
    terminal.wait_for("No solution yet")
    terminal.wait_for("Continue searching? [y/n]")
    assert _expanded(terminal.shown) > before
    terminal.type("n\n")
    terminal.wait_for("Interrupted")
    assert terminal.end() == 130
    assert "time limit" not in terminal.shown


def test_a_time_limit_is_not_asked_about():
    terminal = Terminal(*ENDLESS, "--patience", "0.1", "--time-limit", "0.5")
    assert terminal.end() == 4
    assert "Go on" not in terminal.shown


def test_ctrl_c_at_the_question_ends_with_the_counters():
    terminal = Terminal(*ENDLESS, "--patience", "0.2")
    terminal.wait_for("Continue searching? [y/n]")
    terminal.wait_until_it_reads()  # a signal just before would wait for the answer
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Interrupted")
    assert terminal.end() == 130


def test_nobody_is_asked_without_a_terminal():
    ran = subprocess.run(
        [*COMMAND, *ENDLESS, "--patience", "0.1", "--time-limit", "0.4"],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    assert ran.returncode == 4
    assert b"Go on" not in ran.stderr


def test_ctrl_c_ends_with_the_counters_so_far():
    before = signal.getsignal(signal.SIGINT)
    ticks = 0

    def press_ctrl_c(*_: object) -> None:
        nonlocal ticks
        ticks += signal.getsignal(signal.SIGINT) is not before
        if ticks == 3:
            signal.raise_signal(signal.SIGINT)

    # This clock counts the time that the search has, not what others take meanwhile.
    clock_before = signal.signal(signal.SIGVTALRM, press_ctrl_c)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.05, 0.05)
    try:
        ran = invoke(*ENDLESS, "--format", "json")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, clock_before)
    assert ran.exit_code == 130
    assert ran.stderr == ""
    result = json.loads(ran.stdout)
    assert result["status"] == "cancelled"
    assert result["expanded"] > 0
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_at_a_terminal():
    terminal = Terminal(*ENDLESS)
    terminal.wait_for("Searching")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("Interrupted")
    terminal.wait_for("expanded")
    assert terminal.end() == 130


def test_the_path_is_animated_in_place():
    terminal = Terminal("solve", "1,2,5,3,4,0,6,7,8", "--animate", "--speed", "50")
    assert terminal.end() == 0
    for caption in ("start", "1 of 3: Up", "2 of 3: Left", "3 of 3: Left"):
        assert caption in terminal.shown
    assert terminal.shown.count("\x1b[1A") >= 3 * 5, "each but the first begins five lines up"
    assert terminal.shown.rstrip().endswith("\x1b[?25h")


def test_ctrl_c_in_an_animation_leaves_the_cursor_visible():
    terminal = Terminal("solve", "8,6,4,2,1,3,5,7,0", "--animate", "--speed", "2")
    terminal.wait_for("1 of 26")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert terminal.shown.rstrip().endswith("\x1b[?25h")
    assert "Traceback" not in terminal.shown


def test_a_key_shows_the_next_board():
    terminal = Terminal("solve", "1,2,5,3,4,0,6,7,8", "--step", "--moves-as", "tile")
    terminal.wait_for("any key: next")
    terminal.type(" ")
    terminal.wait_for("1 of 3: tile 5 Down")
    terminal.type("b")
    terminal.wait_for("start")
    terminal.type(" ")
    terminal.wait_for("1 of 3: tile 5 Down")
    terminal.type("q")
    assert terminal.end() == 0
    assert "2 of 3" not in terminal.shown


def test_without_a_board_there_is_a_sample():
    terminal = Terminal("solve", "--shape", "2x3")
    assert terminal.end() == 0
    assert "No board given, so here is a sample" in terminal.shown
    assert "Solved" in terminal.shown


class Screen(io.StringIO):
    """A terminal to stand in for standard error."""

    def isatty(self):
        return True


def test_one_line_tells_what_is_under_way_and_goes_away():
    with redirect_stderr(Screen()) as screen, Display() as display:
        display.announce("building", 0.25)
        display.searching(Counters())
        display.count("comparing", 1, 2)
    building, searching, comparing, end = screen.getvalue().split("\r\x1b[K")[1:]
    assert building == "Building … 25%"
    assert searching.startswith("Searching: 0 expanded")
    assert comparing.startswith("comparing: 1 of 2 ━━━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌ 50%")
    assert end == ""


def test_where_nothing_can_be_drawn_a_preparation_is_one_line():
    with redirect_stderr(io.StringIO()) as log, Display() as display:
        display.announce("building", 0.25)
        display.announce("building", 0.5)
        display.searching(Counters())
        display.count("comparing", 1, 2)
    assert log.getvalue() == "Building …\n"


def test_brackets_and_control_characters_are_shown_as_they_are():
    with redirect_stderr(Screen()) as screen, Display() as display:
        display.work("[/red] \x1b[2J own[1].py", 0.5)
    assert "[/red] \\x1b[2J own[1].py" in screen.getvalue()


def _wait_for_progress_and_question(terminal: Terminal) -> None:
    """A busy machine may ask before it shows anything; the next question comes later."""
    terminal.wait_for("Continue searching? [y/n]")
    while "Searching" not in terminal.shown:
        terminal.type("y\n")
        terminal.wait_for("Continue searching? [y/n]")


def _expanded(shown: str) -> int:
    line = shown.rpartition("No solution yet: ")[2]
    return int(line.split(" expanded")[0].replace(",", ""))


def test_the_driver_shows_progress_and_asks(tmp_path):
    terminal = Terminal("driver", "bfs", HARD, "--patience", "0.3", "-o", str(tmp_path / "out.txt"))
    _wait_for_progress_and_question(terminal)
    terminal.type("n\n")
    assert terminal.end() == 130
    assert "ended with: cancelled" in terminal.shown


def test_ctrl_c_ends_the_driver_with_its_lines(tmp_path):
    file = tmp_path / "out.txt"
    terminal = Terminal("driver", "bfs", HARD, "-o", str(file))
    terminal.wait_for("Searching")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert "ended with: cancelled" in file.read_text()


def test_a_conversation_at_a_terminal_is_asked_whether_to_go_on():
    terminal = Terminal("ask", "--shape", "4x4", "--patience", "0.3")
    for row in ("15,14,8,12", "10 11 9 13", "2 6 5 1", "3 7 4 0"):
        terminal.wait_for("Row")
        terminal.type(f"{row}\n")
    terminal.wait_for("Which algorithm?")
    terminal.wait_for("Number or name:")
    terminal.type("bfs\n")
    terminal.wait_for("Continue searching? [y/n]")
    terminal.type("n\n")
    terminal.wait_for("Explored nodes:")
    terminal.wait_for("Interrupted")
    assert terminal.end() == 130
    assert "time limit" not in terminal.shown


def test_a_conversation_at_a_terminal_goes_to_its_end():
    terminal = Terminal("ask", "--shape", "4x4")
    for row in ("4 1 2 3", "0 5 6 7", "8 9 10 11", "12 13 14 15"):
        terminal.wait_for("Row")
        terminal.type(f"{row}\n")
    terminal.wait_for("Number or name:")
    terminal.type("astar\n")
    terminal.wait_for("Which heuristic?")
    terminal.wait_for("Number or name:")
    terminal.type("manhattan\n")
    terminal.wait_for("Cost of Path = Depth = 1")
    assert terminal.end() == 0


def test_a_board_is_played_with_arrows_hints_and_the_rest_solved():
    up, left = "\x1b[A", "\x1b[D"
    terminal = Terminal("play", "125340678", "--arrows", "blank")
    terminal.wait_for("0 moves")
    terminal.type(up)
    terminal.wait_for("1 move ")
    terminal.type("h")
    terminal.wait_for("Move tile 2 right: 2 to go.")
    terminal.type(left)
    terminal.wait_for("2 moves")
    terminal.type("b")
    terminal.wait_for("1 move ")
    terminal.type("a" + left)
    terminal.wait_for("Solved in 3 moves. The fewest are 3. Time: ")
    terminal.wait_for("any other key")
    terminal.type("n")
    terminal.wait_for("0 moves")
    terminal.type("q")
    terminal.wait_for("Given up after 0 moves.")
    assert terminal.end() == 4


def test_the_rest_of_a_game_can_be_solved_and_a_game_given_up():
    terminal = Terminal("play", "125340678")
    terminal.wait_for("0 moves")
    terminal.type("x")
    terminal.wait_for("Solved from there in 3 moves.")
    terminal.wait_for("any other key")
    terminal.type("q")
    assert terminal.end() == 4
    terminal = Terminal("play", "--shape", "4x4", "--distance", "1")
    terminal.wait_for("0 moves")
    terminal.type("h")
    terminal.wait_for(": 1 to go.")
    terminal.type("nq")
    terminal.wait_for("Given up after 0 moves.")
    assert terminal.end() == 4


def test_a_hint_on_a_large_board_comes_soon_and_claims_no_more_than_is_known():
    terminal = Terminal("play", "korf24:1")
    terminal.wait_for("0 moves")
    terminal.type("h")
    terminal.wait_for("to go, or fewer.")
    terminal.type("q")
    assert terminal.end() == 4


def test_playing_needs_a_terminal():
    ran = invoke("play")
    assert ran.exit_code == 2
    assert "needs a terminal" in ran.stderr
