"""Random searches, judged by facts found without slidelab's code: `slidelab` may not be wrong once.

A case is drawn from a number: shape, goal, start, algorithm, heuristic, parameters, conventions,
engine, and limits at which the search pauses and goes on. The suite checks some hundred; this
checks as many as wanted, and prints what broke:

    python -m tests.oracles.random_cases --cases 100000 --jobs 2
"""

import argparse
import sys
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any

from slidelab.engines.compiled.engine import SEARCHES, has_search, supports
from slidelab.puzzle import Board, Shape
from slidelab.search import Conventions, Limits, Status
from slidelab.search.conventions import CHOICES
from slidelab.solving import Result, Search, SearchSpec
from tests.oracles.puzzle import distances

# -- The oracle: boards are tuples, 0 is the blank. None of this calls slidelab. -----------------

Tiles = tuple[int, ...]
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def moved(tiles: Tiles, cols: int, letter: str) -> Tiles | None:
    """The board after the blank moved, or None at the edge."""
    blank = tiles.index(0)
    row, col = blank // cols + STEPS[letter][0], blank % cols + STEPS[letter][1]
    if not (0 <= row < len(tiles) // cols and 0 <= col < cols):
        return None
    other = row * cols + col
    cells = list(tiles)
    cells[blank], cells[other] = cells[other], cells[blank]
    return tuple(cells)


def distance(start: Tiles, goal: Tiles, cols: int) -> int | None:
    """The moves that are needed, or None.

    Neither a mirror nor other names of the tiles change it, so that few tables serve for all goals.
    """
    rows = len(goal) // cols
    row, col = divmod(goal.index(0), cols)
    upside_down, backwards = row > rows - 1 - row, col > cols - 1 - col
    cells = [
        (rows - 1 - row if upside_down else row) * cols + (cols - 1 - col if backwards else col)
        for row in range(rows)
        for col in range(cols)
    ]
    blank = cells[goal.index(0)]
    numbers = iter(range(1, len(goal)))
    name = {goal[cell]: 0 if place == blank else next(numbers) for place, cell in enumerate(cells)}
    table = distances(bytes(name[goal[cell]] for cell in cells), rows, cols)
    return table.get(bytes(name[start[cell]] for cell in cells))


def breadth_first(start: Tiles, goal: Tiles, cols: int, order: str, early: bool) -> tuple[int, int]:
    """Nodes expanded and depth of breadth-first search that tests for the goal early or late."""
    depths = {start: 0}
    queue = deque([start])
    expanded = 0
    if early and start == goal:
        return 0, 0
    while queue:
        tiles = queue.popleft()
        if not early and tiles == goal:
            break
        expanded += 1
        for letter in order:
            child = moved(tiles, cols, letter)
            if child is None or child in depths:
                continue
            depths[child] = depths[tiles] + 1
            if early and child == goal:
                return expanded, depths[child]
            queue.append(child)
    return expanded, depths[goal]


# -- Drawing a case ------------------------------------------------------------------------------

SHAPES = ((2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3))
PLAIN = ("zero", "misplaced", "manhattan", "euclidean", "gaschnig", "linear-conflict")
INFORMED = ("astar", "wastar", "greedy", "ida", "rbfs", "beam", "hill-climbing")
BLIND = ("bfs", "dfs", "dls", "ids", "ucs", "bidirectional", "human")
SHORTEST = ("bfs", "ids", "ucs", "bidirectional")
"""Those that find a shortest path whatever the conventions."""
FINISHERS = (*SHORTEST, "astar", "wastar", "ida", "rbfs", "human")
"""Those that find a path wherever there is one."""
GRAPH_FINISHERS = ("dfs", "greedy")
PARAMETERS = {
    "wastar": lambda draw: {"weight": draw.choice((0.5, 1, 1.5, 2, 5))},
    "dls": lambda draw: {"depth_limit": draw.randrange(0, 32)},
    "beam": lambda draw: {"width": draw.choice((1, 2, 10, 100))},
    "ida": lambda draw: {"cycles": draw.choice((0, 0, 0, 3, 6, 10))},
    "hill-climbing": lambda draw: {"restarts": draw.randrange(0, 20)},
}


class Case:
    """What one number stands for."""

    def __init__(self, number: int) -> None:
        draw = Random(number)
        self.number = number
        rows, self.cols = draw.choice(SHAPES)
        self.shape = Shape(rows, self.cols)
        self.goal = tuple(draw.sample(range(self.shape.cells), self.shape.cells))
        if draw.random() < 0.2:
            self.start = tuple(draw.sample(self.goal, len(self.goal)))
        else:
            self.start = self.goal
            for _ in range(draw.choice((0, 1, 5, 20, 60, 60))):
                self.start = moved(self.start, self.cols, draw.choice("UDLR")) or self.start
        self.distance = distance(self.start, self.goal, self.cols)
        algorithm = draw.choice((*INFORMED, *BLIND))
        conventions = Conventions()
        if draw.random() < 0.6:
            conventions = Conventions(**dict(_choices(draw)))
        heuristic = draw.choice((*PLAIN, "misplaced-manhattan", "walking-distance"))
        parameters = PARAMETERS.get(algorithm, lambda draw: {})(draw)
        if not has_search(algorithm, conventions):
            parameters.pop("cycles", None)
        self.spec = SearchSpec(
            algorithm,
            heuristic if algorithm in INFORMED else None,
            parameters=parameters,
            conventions=conventions,
            engine="textbook",
        )
        can_compile = algorithm in SEARCHES and supports(
            algorithm, self.spec.heuristic, conventions
        )
        self.engines = ["textbook", "compiled"] if can_compile else ["textbook", "auto"]
        draw.shuffle(self.engines)
        if parameters.get("cycles"):
            self.engines = ["compiled", "compiled"]
        self.force = draw.random() < 0.5
        self.most = draw.choice((30, 300, 1500, 4000))
        self.pauses = [_pause(draw, self.most) for _ in range(draw.choice((0, 1, 2, 8)))]

    @property
    def overlooks_start(self) -> bool:
        """Whether the start is the goal and is not tested, so that a way back to it is sought."""
        return self.start == self.goal and self.spec.conventions.goal_test == "children"

    def task(self, engine: str) -> Search:
        """The search, not begun."""
        start, goal = Board(self.start, self.shape), Board(self.goal, self.shape)
        return Search(start, goal, replace(self.spec, engine=engine), force=self.force)


def _choices(draw: Random) -> Iterator[tuple[str, Any]]:
    for choice in CHOICES.values():
        if choice.name == "metric":  # the oracle counts moves of single tiles
            continue
        if choice.name == "graph":
            yield choice.name, draw.random() < 0.8
        elif choice.kind == "number":
            yield choice.name, draw.choice((None, None, draw.randrange(1000)))
        else:
            yield choice.name, draw.choice(choice.values or (True, False))


def _pause(draw: Random, most: int) -> Limits:
    kind = draw.randrange(4)
    if kind == 0:
        return Limits(seconds=0, nodes=most)
    if kind == 1:
        return Limits(memory=1, nodes=most)
    return Limits(nodes=draw.randrange(draw.choice((3, most))))


# -- Judging it ----------------------------------------------------------------------------------


def check(number: int) -> str:
    """How the case of this number ended; raises AssertionError that says what was wrong."""
    return check_case(Case(number))


def check_case(case: Case) -> str:
    """How a case ended; raises AssertionError that says what was wrong."""
    try:
        return _judge(case)
    except Exception as error:
        words = f"{case.shape} {case.start} to {case.goal}: {case.spec}, {case.engines}"
        raise AssertionError(f"case {case.number}: {words}: {error!r}") from error


def _judge(case: Case) -> str:
    task = case.task(case.engines[0])
    allowed = 0
    for pause in case.pauses:
        result = task.advance(pause)
        allowed = max(allowed, pause.nodes or 0)
        # The limit is on expansions, so not on copies that are skipped or on states reached.
        conventions = case.spec.conventions
        if not (result.solved or conventions.count_copies or conventions.count_reached):
            assert result.counters.expanded <= allowed, "it went beyond the limit"
        _check_path(case, result)
    result = task.advance(Limits(nodes=max(allowed, case.most)))
    _check_path(case, result)
    _check_end(case, result)
    at_once = case.task(case.engines[1]).advance(Limits(nodes=max(allowed, case.most)))
    assert _told(result) == _told(at_once), f"in one go: {_told(at_once)}, not {_told(result)}"
    return str(result.status)


def _told(result: Result) -> tuple[Any, ...]:
    timeless = replace(result.counters, seconds=0.0, peak_memory_bytes=0)
    return result.status, result.moves, timeless, result.lower_bound


def _check_path(case: Case, result: Result) -> None:
    if result.lower_bound is not None and case.distance is not None and not case.overlooks_start:
        assert result.lower_bound <= case.distance, f"the bound {result.lower_bound} is wrong"
    if result.moves is None:
        assert not result.solved
        return
    tiles: Tiles | None = case.start
    for move in result.moves:
        assert tiles is not None
        tiles = moved(tiles, case.cols, move.letter)
    assert tiles == case.goal, "the path does not lead to the goal"
    assert case.distance is not None
    assert result.cost == len(result.moves) >= case.distance, "shorter than any path"


def _check_end(case: Case, result: Result) -> None:
    spec, conventions = case.spec, case.spec.conventions
    if case.distance is None:
        ends = (Status.EXHAUSTED, Status.NODE_LIMIT) if case.force else (Status.UNSOLVABLE,)
        assert result.status in ends, f"it has no solution, and this says {result.status}"
        return
    assert result.status in (Status.SOLVED, Status.EXHAUSTED, Status.NODE_LIMIT)
    finishes = spec.algorithm in FINISHERS or (
        spec.algorithm in GRAPH_FINISHERS and conventions.graph
    )
    if finishes:
        assert result.status is not Status.EXHAUSTED, "it found no path where there is one"
    if not result.solved:
        return
    if (spec.algorithm in SHORTEST or result.proven) and not case.overlooks_start:
        assert result.cost == case.distance, f"{result.cost} moves, and {case.distance} will do"
    if spec.algorithm == "dls":
        assert result.cost <= spec.values["depth_limit"], "deeper than allowed"
    if spec.algorithm == "wastar" and conventions == Conventions() and spec.heuristic in PLAIN:
        most = max(1, spec.values["weight"]) * case.distance
        assert result.cost <= most, f"{result.cost} moves, and the weight allows {most}"
    plain = conventions.graph and conventions.checked == "reached" and conventions.seed is None
    if (
        spec.algorithm == "bfs"
        and plain
        and not (case.overlooks_start or conventions.count_reached)
    ):
        early = conventions.goal_test != "expand"
        expanded, depth = breadth_first(case.start, case.goal, case.cols, conventions.order, early)
        expanded += conventions.count_goal and not early
        assert (result.counters.expanded, result.cost) == (expanded, depth), "another count"


def _try(number: int) -> str:
    try:
        return check(number)
    except AssertionError as error:
        return f"! {error}"


def main() -> int:
    """Check many cases and print what broke, and how the others ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    numbers = range(asked.first, asked.first + asked.cases)
    ends: Counter[str] = Counter()
    broken = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for told in pool.map(_try, numbers, chunksize=100):
            if told.startswith("!"):
                broken += 1
                print(told, flush=True)
            else:
                ends[told] += 1
    kinds = ", ".join(f"{number:,} {end}" for end, number in ends.most_common())
    print(f"{asked.cases:,} cases, {broken:,} broken; the others: {kinds}")
    return min(broken, 1)


if __name__ == "__main__":
    sys.exit(main())
