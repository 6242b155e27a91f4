"""`slidelab check`, `scramble`, `table` and `draw`."""

from slidelab.puzzle import Board
from tests.oracles.puzzle import distances
from tests.support.boards import EASY


def test_check_gives_the_reason_and_the_remedy(cli):
    ran = cli("check", "125340678")
    assert ran.status == 0
    assert "Solvable to blank-first." in ran.out
    assert "2 inversions" in ran.out
    ran = cli("check", "1,2,3,4,5,6,8,7,0", "--goal", "blank-last", "--format", "json")
    assert ran.status == 3
    assert ran.json["solvable"] is False
    assert ran.json["swap"] == [7, 8]
    assert ran.json["inversions"] == 1


def test_check_shows_what_every_heuristic_says(cli):
    lines = cli("check", "618402735", "--heuristics").out.splitlines()
    shown = {words[0]: words[1:] for words in map(str.split, lines) if words}
    assert shown["manhattan"] == ["10"]
    assert shown["misplaced-manhattan"] == ["17"]
    assert shown["perfect"] == ["20"]
    unsolvable = cli("check", "168402735", "--heuristics", "--format", "json").json
    assert unsolvable["heuristics"]["manhattan"] == 12
    assert "perfect" not in unsolvable["heuristics"], "there is no distance"
    assert "perfect" not in cli("check", "korf:1", "--heuristics").out


def test_check_plays_and_counts_moves(cli):
    solved = cli("check", EASY, "--moves", "ULL")
    assert solved.status == 0
    assert "3 moves of one tile, 2 when tiles slide together" in solved.out
    played = cli("check", EASY, "--moves", "U", "--format", "json").json
    assert (played["solves"], played["end"]) == (False, [1, 2, 0, 3, 4, 5, 6, 7, 8])


def test_a_scramble_repeats_with_its_seed(cli):
    ran = cli("scramble")
    assert cli("scramble", "--seed", ran.err.split()[-1]).out == ran.out


def test_scrambled_boards_can_be_solved_and_have_the_distance(cli):
    known = distances(bytes(range(9)), 3, 3)
    lines = cli("scramble", "--count", "10", "--seed", "7").out.splitlines()
    assert len({*lines}) == 10
    assert all(Board(line).state in known for line in lines)
    assert lines[0] == cli("scramble", "--seed", "7").out.strip()
    for distance in (0, 1, 20, 31):
        board = Board(cli("scramble", "--distance", str(distance), "--seed", "1").out)
        assert known[board.state] == distance
    board = Board(cli("scramble", "--moves", "9", "--seed", "1").out)
    assert known[board.state] <= 9
    last = cli("scramble", "--goal", "blank-last", "--shape", "4x4", "--seed", "3").out.strip()
    assert cli("check", last, "--goal", "blank-last").status == 0
    assert "too far" in cli("scramble", "--distance", "37", "--shape", "4x4").err


def test_a_scramble_can_be_piped_to_solve(cli):
    text = cli("scramble", "--shape", "2x8", "--moves", "6", "--seed", "1").out
    solved = cli("solve", "-a", "astar", "--format", "json", input=text).json
    assert solved["shape"] == "2x8"
    assert solved["cost"] <= 6


def test_table_counts_every_board(cli):
    facts = cli("table", "--shape", "2x3", "--format", "json").json
    counts: dict[int, int] = {}
    for distance in distances(bytes(range(6)), 2, 3).values():
        counts[distance] = counts.get(distance, 0) + 1
    assert facts["counts"] == [counts[distance] for distance in sorted(counts)]
    assert facts["boards"] == 360
    assert "at most 21 moves away" in cli("table", "--shape", "2x3").out


def test_a_board_a_path_and_trees_are_drawn(cli, tmp_path):
    file = tmp_path / "picture.svg"
    pictures = set()
    for words in ([], ["-a", "bfs"], ["-a", "astar", "--tree"], ["--tree", "--node-limit", "1"]):
        assert cli("draw", EASY, *words, "-o", str(file)).status == 0
        pictures.add(file.read_text().strip())
        assert cli("draw", EASY, *words).out.strip() in pictures, "without a file, it is printed"
    assert len(pictures) == 4
    assert all(picture.startswith("<svg") for picture in pictures)


def test_no_picture_is_left_where_there_is_no_path(cli, tmp_path):
    file = tmp_path / "none.svg"
    assert cli("draw", "012345687", "-a", "bfs", "-o", str(file)).status == 2
    assert not file.exists()
