"""`slidelab solve`: the answer, the counts, the exit status."""

import json

import pytest

from tests.support.boards import EASY, HARD, PUBLISHED

UNSOLVABLE = "0,1,2,3,4,5,6,8,7"
FIELDS = {
    "status", "start", "goal", "shape", "algorithm", "heuristic", "preset", "conventions",
    "engine", "cost", "moves", "expanded", "generated", "frontier", "max_frontier",
    "search_depth", "max_depth", "seconds", "peak_memory_bytes",
}  # fmt: skip


@pytest.fixture
def solved(cli):
    """Solve a board and return the result as JSON has it."""
    return lambda *words: cli("solve", *words, "--format", "json").json


def test_a_solved_board_as_text(cli):
    ran = cli("solve", EASY)
    assert ran.status == 0
    assert "Solved in 3 moves." in ran.out
    assert "Up Left Left" in ran.out
    assert "\x1b" not in ran.out


def test_json_is_one_object_with_every_field(cli):
    ran = cli.process("solve", EASY, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert set(ran.json) >= FIELDS
    assert ran.json["status"] == "solved"
    assert ran.json["moves"] == ["Up", "Left", "Left"]
    assert ran.json["start"] == [1, 2, 5, 3, 4, 0, 6, 7, 8]
    assert ran.json["shape"] == "3x3"
    assert ran.json["cost"] == ran.json["search_depth"] == 3


def test_every_notation_is_read(cli, solved, tmp_path):
    file = tmp_path / "puzzle03.txt"  # as Princeton's course writes its puzzles
    file.write_text("3\n 1  2  5\n 3  4  0\n 6  7  8\n")
    for words in (
        ["125340678"],
        ["1", "2", "5", "3", "4", "0", "6", "7", "8"],
        ["1 2 5 / 3 4 _ / 6 7 8"],
        ["[[1,2,5],[3,4,0],[6,7,8]]"],
        [str(file)],
    ):
        assert solved(*words)["cost"] == 3
    assert "Solved in 3 moves." in cli("solve", input="\ufeff1 2 5\n3 4 0\n6 7 8\n").out
    assert solved("korf:1", "--node-limit", "1")["shape"] == "4x4"


def test_shape_and_goal(solved, tmp_path):
    goal = tmp_path / "goal.board"
    goal.write_text("1 2 0\n3 4 5\n6 7 8\n")
    result = solved("0 1 2 3 4 5 6 7 9 8", "--shape", "2x5", "--force", "--node-limit", "9")
    assert result["shape"] == "2x5"
    assert solved("867254301", "--goal", "blank-last")["cost"] == 31
    assert solved("123804765", "--goal", "1,2,3,8,0,4,7,6,5")["cost"] == 0
    assert solved(EASY, "--goal", str(goal))["cost"] == 1


def test_conventions_override_the_preset_and_its_name_stays(cli, solved):
    changes = "order=RLDU", "ties=heap", "goal_test=generate", "dfs_push=ordered", "count_blank=no"
    words = [word for change in changes for word in ("--set", change)]
    result = solved(EASY, "--preset", "rows", *words)
    assert result["preset"] == "rows"
    chosen = {name: result["conventions"][name] for name in ("order", "ties", "count_blank")}
    assert chosen == {"order": "RLDU", "ties": "heap", "count_blank": False}
    said = " ".join(cli("solve", EASY, "--set", "ties=last-in").out.split())
    assert "counted as textbook, except" in said
    assert "last-in" in said


def test_presets_and_parameters_reach_the_search(solved):
    assert solved(PUBLISHED, "--preset", "driver")["expanded"] == 517
    assert solved(PUBLISHED, "--preset", "driver", "-H", "euclidean")["expanded"] == 846
    for algorithm, name, value in (
        ("wastar", "weight", 3),
        ("beam", "width", 7),
        ("hill-climbing", "restarts", 2),
        ("dls", "depth_limit", 4),
    ):
        result = solved(PUBLISHED, "-a", algorithm, "--set", f"{name}={value}")
        assert result["parameters"] == {name: value}


def test_an_unsolvable_board_is_refused_or_searched_by_force(cli):
    ran = cli("solve", UNSOLVABLE, "--format", "json")
    assert (ran.status, ran.json["status"]) == (3, "unsolvable")
    forced = ("--force", "-a", "bfs", "--preset", "forms", "--format", "json")
    ran = cli("solve", UNSOLVABLE, *forced)
    assert (ran.status, ran.json["status"]) == (3, "exhausted")
    assert (ran.json["expanded"], ran.json["frontier"]) == (181_440, 0)


@pytest.mark.parametrize(
    ("limit", "status", "code"),
    [
        (("--node-limit", "1000"), "node-limit", 4),
        (("--time-limit", "0.3"), "time-limit", 4),
        (("--memory-limit", "1MB"), "memory-limit", 5),
    ],
)
def test_limits_stop_a_search_with_its_counts(cli, limit, status, code):
    ran = cli("solve", HARD, "-a", "bfs", *limit, "--format", "json")
    assert (ran.status, ran.json["status"]) == (code, status)
    assert ran.json["expanded"] > 0 or code == 5, "memory may lack from the start"
    assert status.replace("-", " ") in cli("solve", HARD, "-a", "bfs", *limit).out


def test_moves_in_other_notations(cli):
    assert "\nULL\n" in cli("solve", EASY, "--notation", "letters").out


def test_what_is_shown_of_the_path(cli):
    assert "1 _ 2\n3 4 5\n6 7 8" in cli("solve", EASY, "--path", "boards").out
    table = cli("solve", EASY, "-a", "wastar", "--set", "weight=2", "--path", "table").out
    rows = [line.split("8  ")[-1].split() for line in table.splitlines() if " / " in line]
    assert [[int(cell) for cell in row] for row in rows] == [
        [moves, left, moves + 2 * left] for moves, left in enumerate((3, 2, 1, 0))
    ], "g, h and f = g + 2h; every move of this path brings a tile home"
    assert "Up Left Left" not in cli("solve", EASY, "--path", "none").out
    long = cli("solve", PUBLISHED, "-a", "dfs", "--preset", "driver").out
    assert "all 46,142):\nUp Left Down Down … Left Up Left\n" in long


def test_output_goes_to_a_file_and_not_to_the_screen(cli, tmp_path):
    file, link = tmp_path / "result.json", tmp_path / "link"
    ran = cli("solve", EASY, "--format", "json", "--output", str(file))
    assert (ran.status, ran.out) == (0, "")
    assert str(file) in ran.err.replace("\n", "")
    assert json.loads(file.read_text())["cost"] == 3
    link.symlink_to(file)
    assert cli("solve", EASY, "--output", str(link)).status == 0
    assert link.is_symlink()
    assert "Solved in 3 moves." in file.read_text()
    piped = cli.process("solve", EASY, "--format", "json", "-o", "/dev/stdout")
    assert piped.json["cost"] == 3


def test_numbers_beyond_a_machine_word_are_as_good_as_no_limit(solved):
    huge = "9" * 30
    assert solved("867254301", "--goal", "blank-last", "--node-limit", huge)["cost"] == 31
    for name, option in (("beam", "width"), ("dls", "depth_limit")):
        result = solved("1 0 / 2 3", "-a", name, "--set", f"{option}={huge}")
        assert result["status"] == "solved"


def test_proofs_of_24_puzzles_name_the_plugin_that_is_faster(cli):
    words = ("-a", "ida", "-H", "manhattan", "--engine", "compiled", "--node-limit", "1")
    assert "slidelab24" in cli("solve", "korf24:38", *words).err
    assert "slidelab24" not in cli("solve", "korf:5", *words).err
