"""`slidelab solve`: the answer, the counts, the exit status."""

import json

import pytest

from tests.support.boards import HARD, PUBLISHED
from tests.support.cli import invoke, run, solved_json

BOARD = "1,2,5,3,4,0,6,7,8"
UNSOLVABLE = "0,1,2,3,4,5,6,8,7"
FIELDS = [
    "status", "start", "goal", "shape", "algorithm", "heuristic", "preset", "engine", "cost",
    "moves", "expanded", "generated", "frontier", "max_frontier", "search_depth", "max_depth",
    "seconds", "peak_memory_bytes",
]  # fmt: skip


def test_a_solved_board_as_text():
    ran = invoke("solve", BOARD)
    assert ran.exit_code == 0
    assert "Solved in 3 moves." in ran.stdout
    assert "Up Left Left" in ran.stdout
    assert "\x1b" not in ran.stdout


def test_json_is_one_object_with_every_field():
    ran = run("solve", BOARD, "--format", "json")
    assert ran.returncode == 0
    assert ran.stderr == ""
    result = json.loads(ran.stdout)
    assert set(FIELDS) <= set(result)
    assert result["status"] == "solved"
    assert result["moves"] == ["Up", "Left", "Left"]
    assert result["start"] == [1, 2, 5, 3, 4, 0, 6, 7, 8]
    assert result["shape"] == "3x3"
    assert result["cost"] == result["search_depth"] == 3


@pytest.mark.parametrize(
    "words",
    [
        ["125340678"],
        ["1", "2", "5", "3", "4", "0", "6", "7", "8"],
        ["1 2 5 / 3 4 _ / 6 7 8"],
        ["[[1,2,5],[3,4,0],[6,7,8]]"],
    ],
)
def test_every_notation_is_read(words):
    assert solved_json(*words)["cost"] == 3


def test_a_board_from_standard_input():
    assert "Solved in 3 moves." in invoke("solve", input="1 2 5\n3 4 0\n6 7 8\n").stdout


def test_a_published_instance_by_name():
    assert solved_json("korf:1", "--node-limit", "1")["shape"] == "4x4"


def test_shape_and_goal():
    result = solved_json("0 1 2 3 4 5 6 7 9 8", "--shape", "2x5", "--force", "--node-limit", "9")
    assert result["shape"] == "2x5"
    assert solved_json("867254301", "--goal", "blank-last")["cost"] == 31
    assert solved_json("123804765", "--goal", "1,2,3,8,0,4,7,6,5")["cost"] == 0


def test_the_goal_itself_needs_no_moves():
    ran = invoke("solve", "012345678")
    assert ran.exit_code == 0
    assert "the board is the goal already" in ran.stdout


def test_conventions_override_the_preset_and_its_name_stays():
    result = solved_json(
        BOARD, "--preset", "rows", "--order", "r,l,d,u", "--ties", "heap", "--duplicates", "always",
        "--goal-test", "generate", "--dfs-push", "reversed", "--tree", "--no-count-blank",
        "--count-goal", "--reopen", "--checked", "expanded", "--depth-counted", "expanded-plus-one",
        "--random-order", "7", "--count-copies", "--generated-counted", "kept",
    )  # fmt: skip
    assert result["preset"] == "rows"
    assert result["conventions"] == {
        "order": "RLDU",
        "seed": 7,
        "goal_test": "generate",
        "checked": "expanded",
        "dfs_push": "reversed",
        "ties": "heap",
        "duplicates": "always",
        "reopen": True,
        "count_blank": False,
        "count_goal": True,
        "count_copies": True,
        "count_again": True,
        "count_reached": False,
        "generated": "kept",
        "largest": "any-moment",
        "depth": "expanded-plus-one",
        "deepening": "path",
        "next_bound": "cut-off",
        "metric": "single",
        "graph": False,
    }


def test_a_preset_counts_as_published():
    assert solved_json(PUBLISHED, "--preset", "driver")["expanded"] == 517
    assert solved_json(PUBLISHED, "--preset", "driver", "-H", "euclidean")["expanded"] == 846


@pytest.mark.parametrize(
    ("algorithm", "option", "value"),
    [
        ("wastar", "--weight", 3),
        ("beam", "--width", 7),
        ("hill-climbing", "--restarts", 2),
        ("dls", "--depth-limit", 4),
    ],
)
def test_parameters_reach_their_algorithm(algorithm, option, value):
    result = solved_json(PUBLISHED, "-a", algorithm, option, str(value))
    assert result["parameters"] == {option[2:].replace("-", "_"): value}


def test_an_unsolvable_board_is_refused_with_its_mend():
    ran = invoke("solve", UNSOLVABLE)
    assert ran.exit_code == 3
    assert "No solution" in ran.stdout
    assert "swap tiles 7 and 8" in ran.stdout
    assert invoke("solve", UNSOLVABLE, "--format", "json").exit_code == 3
    assert solved_json(UNSOLVABLE)["status"] == "unsolvable"


def test_by_force_every_state_is_expanded():
    arguments = (UNSOLVABLE, "--force", "-a", "bfs", "--preset", "forms")
    ran = invoke("solve", *arguments, "--format", "json")
    assert ran.exit_code == 3
    result = json.loads(ran.stdout)
    assert (result["status"], result["expanded"], result["frontier"]) == ("exhausted", 181_440, 0)


@pytest.mark.parametrize(
    ("limit", "status"),
    [
        (("--node-limit", "1000"), "node-limit"),
        (("--time-limit", "0.05"), "time-limit"),
    ],
)
def test_limits_stop_with_status_4(limit, status):
    ran = invoke("solve", HARD, "-a", "ids", "--tree", *limit, "--format", "json")
    assert ran.exit_code == 4
    assert json.loads(ran.stdout)["status"] == status


@pytest.mark.parametrize("command", [("solve", "-a", "bfs"), ("driver", "bfs")])
def test_only_a_limit_that_nobody_set_is_explained(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # the driver writes a file
    monkeypatch.setattr("slidelab.search.limits.fair_share", lambda: 10**6)
    for given, explained in (("", True), ("--memory-limit=1MB", False)):
        ran = invoke(*command, HARD, *filter(None, [given]))
        assert ran.exit_code == 5
        assert "memory limit" in ran.stdout
        assert ("75% of free memory" in ran.stderr) == explained


def test_want_of_memory_has_a_status_of_its_own():
    ran = invoke("solve", HARD, "-a", "bfs", "--memory-limit", "1MB", "--format", "json")
    assert ran.exit_code == 5
    assert json.loads(ran.stdout)["status"] == "memory-limit"


def test_a_search_that_gives_up_stops_with_status_4():
    ran = invoke("solve", PUBLISHED, "-a", "dls", "--depth-limit", "3")
    assert ran.exit_code == 4
    assert "A higher --depth-limit may help" in ran.stdout


def test_moves_in_other_notations():
    assert "\nULL\n" in invoke("solve", BOARD, "--notation", "letters").stdout
    assert "\nU L2\n" in invoke("solve", BOARD, "--notation", "compact").stdout
    assert "\nDown Right Right\n" in invoke("solve", BOARD, "--moves-as", "tile").stdout


def test_what_is_shown_of_the_path():
    assert "1 _ 2\n3 4 5\n6 7 8" in invoke("solve", BOARD, "--path", "boards").stdout
    table = invoke("solve", BOARD, "-a", "wastar", "--weight", "2", "--path", "table").stdout
    rows = [line.split("8  ")[-1].split() for line in table.splitlines() if " / " in line]
    assert [[int(cell) for cell in row] for row in rows] == [
        [moves, left, moves + 2 * left] for moves, left in enumerate((3, 2, 1, 0))
    ], "g, h and f = g + 2h; every move of this path brings a tile home"
    assert "Up Left Left" not in invoke("solve", BOARD, "--path", "none").stdout
    long = invoke("solve", PUBLISHED, "-a", "dfs", "--preset", "driver").stdout
    assert "Up Left Down Down … Left Up Left\n(46,142 moves;" in long
    whole = invoke("solve", PUBLISHED, "-a", "dfs", "--path", "moves", "--notation", "letters")
    assert len(max(whole.stdout.splitlines(), key=len)) == 46_142


def test_the_driver_form_of_any_algorithm():
    lines = invoke("solve", PUBLISHED, "-a", "ida", "--format", "driver").stdout.splitlines()
    assert lines[:2] == ["Algorithm: IDA* Manhattan", "Cost of path: 20"]


def test_output_goes_to_a_file_and_not_to_the_screen(tmp_path):
    file = tmp_path / "result.json"
    ran = invoke("solve", BOARD, "--format", "json", "--output", str(file))
    assert ran.exit_code == 0
    assert ran.stdout == ""
    assert "Written to" in ran.stderr
    assert json.loads(file.read_text())["cost"] == 3
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.json"]


def test_an_existing_file_keeps_its_permissions_and_a_link_its_target(tmp_path):
    file, link = tmp_path / "result.txt", tmp_path / "link"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    assert invoke("solve", BOARD, "--output", str(link)).exit_code == 0
    assert link.is_symlink()
    assert "Solved in 3 moves." in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_place_that_cannot_be_written_is_told_before_the_search(tmp_path):
    for file in (tmp_path, tmp_path / "none" / "result.txt"):
        ran = invoke("solve", HARD, "-a", "bfs", "--output", str(file))
        assert ran.exit_code == 2
        assert "folder" in ran.stderr


def test_an_engine_that_lacks_the_search_is_refused_with_a_word():
    ran = invoke("solve", "125340678", "--algorithm", "bfs", "--engine", "parallel")
    assert ran.exit_code == 2
    assert "bfs has no parallel version; ida and anytime have" in ran.stderr
    ran = invoke("solve", "125340678", "--algorithm", "rbfs", "--engine", "compiled")
    assert ran.exit_code == 2
    assert "rbfs with manhattan has no compiled version" in ran.stderr


def test_numbers_beyond_a_machine_word_are_as_good_as_no_limit():
    huge = "9" * 30
    assert solved_json("867254301", "--goal", "blank-last", "--node-limit", huge)["cost"] == 31
    for name, option in (("beam", "--width"), ("dls", "--depth-limit")):
        result = solved_json("1 0 / 2 3", "-a", name, option, huge, "--engine", "compiled")
        assert result["status"] == "solved"


def test_all_shortest_solutions():
    ran = invoke("solve", "432105678", "--all-shortest", "--notation", "letters")
    assert ran.stdout.splitlines()[-3:] == [
        "2 shortest solutions, of 6 moves each:",
        "ULDRUL",
        "LURDLU",
    ]
    told = json.loads(invoke("solve", "432105678", "--all-shortest", "--format", "json").stdout)
    assert (told["cost"], told["complete"], len(told["solutions"])) == (6, True, 2)
    assert invoke("solve", "korf24:1", "--all-shortest").exit_code == 2
    assert invoke("solve", "124305678", "--all-shortest").exit_code == 3


def test_slides_count_as_one_move_where_asked():
    told = json.loads(invoke("solve", "125340678", "--metric", "multi", "--format", "json").stdout)
    assert (told["cost"], told["single_tile_cost"], told["multi_tile_cost"]) == (2, 3, 2)
    text = invoke("solve", "125340678", "--metric", "multi").stdout
    assert "Solved in 2 moves." in text
    assert "(3 of one tile)" in text
