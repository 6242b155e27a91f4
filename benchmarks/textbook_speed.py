"""The pure-Python engine beside two packages from PyPI, on the same board and heuristic.

    python benchmarks/textbook_speed.py

A* with Manhattan distance on 8 6 7 / 2 5 4 / 3 0 1, goal blank-last, 31 moves. Rounds alternate
between the programs, so that a busy machine slows all of them; the ratios are of the best times.
Then breadth-first search over all 181,440 states. Exits with status 1 if a ratio is missed.
"""

import sys
from time import perf_counter

BOARD = (8, 6, 7, 2, 5, 4, 3, 0, 1)
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
MOVES = 31
NEEDED = {"simpleai": 20, "slidingpuzzle": 5}
ROUNDS = 3


def slidelab_astar() -> int:
    from slidelab import Board, solve

    return solve(Board(BOARD), Board(GOAL), "astar", "manhattan", engine="textbook").cost


def simpleai_astar() -> int:
    from simpleai.search import SearchProblem, astar

    home = {tile: divmod(cell, 3) for cell, tile in enumerate(GOAL)}

    class EightPuzzle(SearchProblem):
        def actions(self, state):
            row, col = divmod(state.index(0), 3)
            steps = ((row > 0, -3), (row < 2, 3), (col > 0, -1), (col < 2, 1))
            return [step for possible, step in steps if possible]

        def result(self, state, action):
            blank = state.index(0)
            cells = list(state)
            cells[blank], cells[blank + action] = cells[blank + action], 0
            return tuple(cells)

        def is_goal(self, state):
            return state == GOAL

        def heuristic(self, state):
            return sum(
                abs(home[tile][0] - cell // 3) + abs(home[tile][1] - cell % 3)
                for cell, tile in enumerate(state)
                if tile
            )

    return len(astar(EightPuzzle(BOARD), graph_search=True).path()) - 1


def slidingpuzzle_astar() -> int:
    import slidingpuzzle

    board = slidingpuzzle.from_rows(BOARD[:3], BOARD[3:6], BOARD[6:])
    return len(
        slidingpuzzle.search(board, "a*", heuristic=slidingpuzzle.manhattan_distance).solution
    )


def slidelab_whole_space() -> int:
    from slidelab import solve

    unsolvable = "0,1,2,3,4,5,6,8,7"
    result = solve(unsolvable, algorithm="bfs", force=True, engine="textbook")
    return result.counters.expanded


def compare() -> bool:
    programs = {
        "slidelab": slidelab_astar,
        "simpleai": simpleai_astar,
        "slidingpuzzle": slidingpuzzle_astar,
    }
    best = dict.fromkeys(programs, float("inf"))
    for _ in range(ROUNDS):
        for name, program in programs.items():
            began = perf_counter()
            moves = program()
            best[name] = min(best[name], perf_counter() - began)
            assert moves == MOVES, f"{name} found {moves} moves"
    good = True
    for name, needed in NEEDED.items():
        ratio = best[name] / best["slidelab"]
        good &= ratio >= needed
        print(f"{name:14s} {best[name]:7.3f} s   {ratio:6.1f} times slidelab's (needed: {needed})")
    print(f"{'slidelab':14s} {best['slidelab']:7.3f} s")
    began = perf_counter()
    assert slidelab_whole_space() == 181_440
    print(f"breadth-first search over all 181,440 states: {perf_counter() - began:.2f} s")
    return good


if __name__ == "__main__":
    if "--inside" in sys.argv:
        sys.exit(not compare())
    from rivals import run_inside

    sys.exit(run_inside(__file__))
