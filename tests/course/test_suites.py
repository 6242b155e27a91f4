"""The suites that come with slidelab, held to distances that nobody here chose."""

import pytest

from slidelab.course.suite import SUITES, read_suite
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Shape, goal_board, is_solvable
from slidelab.puzzle.instances import instance_set
from slidelab.puzzle.scramble import layers
from slidelab.search import Conventions
from slidelab.search.presets import PRESETS
from slidelab.solving import Search, SearchSpec
from tests.oracles.puzzle import BLANK_FIRST, BLANK_LAST, distances

THREE_BY_THREE = [name for name in SUITES if name != "fifteen"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("goal", "state"), [("blank-first", BLANK_FIRST), ("blank-last", BLANK_LAST)]
)
def test_distances_are_true(goal, state):
    table = distances(state, 3, 3)
    for row in (row for name in THREE_BY_THREE for row in read_suite(name, goal)):
        if row.expect == "solution":
            assert table[row.board.state] == row.distance
        elif row.expect == "no solution":
            assert row.board.state not in table
            assert not is_solvable(row.board, row.goal)
        else:
            with pytest.raises(SlidelabError):
                Board(row.board, "3x3")


@pytest.mark.parametrize("goal", ["blank-last", "2,1,0,5,4,3,8,7,6", "1,2,3,8,0,4,7,6,5"])
def test_a_suite_is_as_varied_for_another_goal(goal):
    for name in THREE_BY_THREE:
        rows, usual = read_suite(name, goal), read_suite(name, "blank-first")
        assert [row.expect for row in rows] == [row.expect for row in usual]
        solvable = [row for row in rows if isinstance(row.board, Board)]
        assert all(
            (row.expect == "solution") == is_solvable(row.board, row.goal) for row in solvable
        )
        assert len({str(row.board) for row in rows}) == len(rows)
        assert {row.goal for row in rows if row.expect != "error"} == {
            goal_board(goal, Shape(3, 3))
        }


@pytest.mark.nightly
def test_a_goal_with_its_blank_elsewhere_has_boards_nearly_as_far_away():
    goal = "1,2,3,8,0,4,7,6,5"
    table = distances(bytes(map(int, goal.split(","))), 3, 3)
    for name in THREE_BY_THREE:
        usual = read_suite(name, "blank-first")
        for row, other in zip(read_suite(name, goal), usual, strict=True):
            if row.expect == "solution":
                assert (row.distance, row.note) == (None, "")
                assert abs(table[row.board.state] - other.distance) <= 2
            elif row.expect == "no solution":
                assert row.board.state not in table


def around(board, moves):
    """The states within a number of moves, with how many they take."""
    found = {}
    for depth, layer in zip(range(moves + 1), layers(board), strict=False):
        found |= dict.fromkeys(layer, depth)
    return found


@pytest.mark.nightly
def test_the_suite_of_15_puzzles_tells_true_distances():
    published = {str(each.board): each.optimal for each in instance_set("korf100")}
    rows = [row for row in read_suite("fifteen", "blank-first") if row.expect == "solution"]
    from_goal = around(rows[0].goal, 12)
    for row in rows:
        if str(row.board) in published:
            assert row.distance == published.pop(str(row.board))
            continue
        from_board = around(row.board, 12)
        both = from_goal.keys() & from_board.keys()
        assert row.distance == min(from_goal[state] + from_board[state] for state in both)
    assert len(published) == 98


@pytest.mark.parametrize("name", PRESETS)
def test_basic_fails_no_course_for_its_conventions(name):
    """Where a cheaper path to a waiting state is ignored, A* makes a detour on some boards."""
    spec = SearchSpec("astar", "manhattan", preset=name)
    for row in read_suite("basic", "blank-first"):
        if row.expect == "solution":
            assert Search(row.board, row.goal, spec).advance().cost == row.distance


@pytest.mark.nightly
@pytest.mark.parametrize("ties", ["first-in", "last-in", "heap"])
@pytest.mark.parametrize("goal", ["blank-first", "blank-last"])
def test_search_by_h_alone_is_found_out_by_its_paths(goal, ties):
    for order in ("UDLR", "RLDU", "DRUL"):
        spec = SearchSpec("greedy", conventions=Conventions(order=order, ties=ties))
        far = [row for row in read_suite("basic", goal) if (row.distance or 0) > 8]
        assert any(Search(row.board, row.goal, spec).advance().cost > row.distance for row in far)


def test_a_suite_in_a_file(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text(
        'board,expect,distance,expanded,note\n"1,2,5,3,4,0,6,7,8",,3,10,easy\n'
        '"1,2,3",error,,,short\n'
    )
    easy, short = read_suite(str(file), "blank-first")
    assert (easy.distance, easy.figures, easy.note) == (3, {"expanded": 10}, "easy")
    assert (short.board, short.expect) == ("1,2,3", "error")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            'board,expect\n"1,2,x",\n"0,1,2,3,4,5,6,8,7",\n123450678,nonsense\n',
            ("mine.csv:2", "mine.csv:3", "cannot be brought", "mine.csv:4", "nonsense"),
        ),
        ("board,depht\n125340678,3\n", ("no column 'depht'",)),
    ],
)
def test_all_that_is_wrong_with_a_suite_is_told(text, words, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text(text)
    with pytest.raises(SlidelabError) as caught:
        read_suite(str(file), "blank-first")
    assert [word for word in words if word not in str(caught.value)] == []
