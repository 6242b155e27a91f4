"""The puzzle as other tools see it."""

import re
from collections import deque

import pytest

from slidelab import Board, Move, heuristics, solve
from slidelab.lab.interop import StateGraph, pddl_domain, pddl_problem, read_plan
from slidelab.puzzle import BadMoves


def test_a_graph_has_every_board_and_every_move_once():
    graph = StateGraph("2x3")
    boards, edges = list(graph), list(graph.edges)
    assert len(boards) == len(set(boards)) == len(graph) == graph.number_of_nodes() == 360
    assert len(edges) == len({frozenset(edge) for edge in edges}) == graph.number_of_edges()
    assert sum(graph.degree(board) for board in boards) == 2 * len(edges)
    assert dict(graph.degree) == {board: graph.degree[board] for board in boards}
    for board, other in edges:
        assert graph.has_edge(other, board)
        assert board.move(graph.edges[board, other]["move"]) == other


def test_what_does_not_belong_to_a_graph():
    graph = StateGraph("3x3", "blank-last")
    assert Board("123456780") in graph
    for other in (Board("123456870"), Board("0 1 / 2 3"), "123456780", None):
        assert other not in graph
    with pytest.raises(KeyError):
        graph[Board("123456870")]
    assert not graph.has_edge(Board("123456870"), Board("123456780"))


def test_a_graph_may_have_more_boards_than_python_counts():
    graph = StateGraph("5x5")
    assert graph
    assert repr(graph) == "<StateGraph of 5x5: 7,755,605,021,665,492,992,000,000 boards>"
    assert len(graph[graph.goal]) == graph.degree[graph.goal] == 2


def test_a_search_through_adjacency_finds_the_shortest_path():
    graph, start = StateGraph("2x3"), Board("1 2 5 / 3 4 0")
    assert repr(graph.nodes) == "<the boards of 2x3 with their neighbours>"
    assert repr(graph[start]) == repr({board: graph[start][board] for board in graph[start]})
    distances, waiting = {start: 0}, deque([start])
    while waiting:
        board = waiting.popleft()
        for other in graph.neighbors(board):
            if other not in distances:
                distances[other] = distances[board] + 1
                waiting.append(other)
    assert distances[graph.goal] == solve(start).cost


def plan_of(board: Board, moves: list[Move]) -> str:
    lines = []
    for move in moves:
        after = board.move(move)
        (row, col), (blank_row, blank_col) = after.find(0), board.find(0)
        lines.append(f"(SLIDE t{board[row, col]} c{row}-{col} c{blank_row}-{blank_col})")
        board = after
    return "\n".join([*lines, "; cost = 1"])


@pytest.mark.parametrize("shape", ["2x3", "3x3", "3x2"])
def test_a_plan_is_read_as_the_moves_that_it_stands_for(shape):
    board = Board.random(shape, seed=3)
    result = solve(board)
    assert read_plan(plan_of(board, result.moves), board) == result.moves


def test_a_problem_in_pddl_states_every_fact():
    text = pddl_problem("125340678", "blank-last")
    assert text.count("(") == text.count(")")
    assert len(re.findall(r"\(next-to ", text)) == 24
    start, goal = text.split("(:goal")
    assert "(at t5 c0-2)" in start
    assert "(blank c2-2)" in goal
    assert pddl_domain().count("(") == pddl_domain().count(")")


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        ("(move t1)", "line 1 is not a step"),
        ("(slide t1 c0-0 c0-1)", "line 1: t1 cannot slide from c0-0"),
        ("(slide t5 c0-2 c1-2)\nnonsense", "line 2 is not a step"),
    ],
)
def test_a_plan_that_cannot_be_followed_is_told(plan, problem):
    with pytest.raises(BadMoves, match=problem):
        read_plan(plan, "125340678")
    with pytest.raises(TypeError, match="text is None"):
        read_plan(None, "125340678")


@pytest.mark.nightly
def test_algorithms_of_networkx_read_the_graph():
    import networkx as nx

    graph, start = StateGraph("2x3"), Board("1 2 5 / 3 4 0")
    path = nx.astar_path(graph, start, graph.goal, heuristic=heuristics.manhattan)
    assert len(path) == len(nx.bidirectional_shortest_path(graph, start, graph.goal))
    assert len(path) - 1 == solve(start).cost
    assert nx.diameter(StateGraph("2x2")) == 6
    assert nx.is_connected(graph)


@pytest.fixture
def env():
    from slidelab.lab.interop.gym import PuzzleEnv

    return PuzzleEnv


def test_gymnasium_accepts_the_environment(env):
    from gymnasium.utils.env_checker import check_env

    check_env(env("2x3", distance=4, shaping=True, render_mode="ansi"), skip_render_check=True)


def test_an_episode_ends_when_the_board_is_solved(env):
    game = env("3x3")
    observation, info = game.reset(options={"board": "125340678"})
    assert observation.tolist() == [[1, 2, 5], [3, 4, 0], [6, 7, 8]]
    assert info["action_mask"].tolist() == [1, 1, 1, 0]
    observation, reward, *_ = game.step(Move.RIGHT)  # over the edge
    assert (observation[1, 2], reward) == (0, -1.0)
    rewards = [game.step(move)[1:3] for move in (Move.UP, Move.LEFT, Move.LEFT)]
    assert rewards == [(-1.0, False), (-1.0, False), (-1.0, True)]
    for action in (9, "X", None):
        with pytest.raises(BadMoves, match=f"{action!r} is not a move"):
            game.step(action)


def test_shaping_adds_what_was_gained_or_lost(env):
    game = env("3x3", shaping=True)
    _, info = game.reset(options={"board": "125340678"})
    assert info["distance"] == 3
    assert game.step(Move.UP)[1] == 0.0  # nearer by one
    assert game.step(Move.DOWN)[1] == -2.0
    with pytest.raises(ValueError, match="perfect"):
        env("4x4", shaping=True)


def test_boards_are_drawn_with_the_seed_at_the_distance(env):
    game = env("2x3", distance=7)
    boards = [game.reset(seed=seed)[1]["board"] for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]
    assert all(solve(board).cost == 7 for board in boards)
