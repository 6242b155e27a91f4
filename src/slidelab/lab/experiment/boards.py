"""The sets of boards of a grid: `[[boards]]`.

Each table says with one key where its boards come from; the others tune that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial
from pathlib import Path

from slidelab.lab.experiment.reading import Table
from slidelab.puzzle import Board, Shape, goal_board, is_solvable, random_board, random_walk
from slidelab.puzzle.instances import instance_set, read_board
from slidelab.puzzle.layers import layers
from slidelab.puzzle.scramble import MOST_STATES
from slidelab.puzzle.wording import counted

DEFAULT_SHAPE = "3x3"
MOST_BOARDS = 10_000_000
"""A set is kept in memory, about 100 bytes a board."""


@dataclass(frozen=True)
class BoardSet:
    """Boards of one shape, to be solved to one goal."""

    name: str
    goal: Board
    states: list[bytes]
    distances: list[int | None]
    """The length of a shortest solution of each, where it is known."""

    @property
    def shape(self) -> Shape:
        """The shape of all of them."""
        return self.goal.shape


@dataclass(frozen=True)
class _Source:
    read: Callable[["Table", str, Path], list[BoardSet]]
    tuned_by: tuple[str, ...]


def read_boards(table: Table, goal: str, folder: Path) -> list[BoardSet]:
    """The sets that a table asks for, one for each shape; problems are noted in the table."""
    given = [key for key in table.keys() if key in SOURCES]  # noqa: SIM118 (not a dict)
    if len(given) != 1:
        asked = f"{' and '.join(given)} are given together" if given else "there are no boards"
        table.problems.add(table.path, f"{asked}: write one of {', '.join(SOURCES)}")
        return []
    source = SOURCES[given[0]]
    table.check_keys((given[0], "name", "goal", *source.tuned_by), f"boards from {given[0]}")
    return source.read(table, table.text("goal", goal), folder)


def _random(table: Table, goal: str, folder: Path) -> list[BoardSet]:
    number = table.whole("random", 1, least=1)
    seed = table.whole("seed", 1)
    target = _goal(table, goal)
    if number > MOST_BOARDS:
        table.problem("random", f"{number:,} boards are too many: the most is {MOST_BOARDS:,}")
        return []
    if target is None:
        return []
    seeds = [f"{seed}/{index}" for index in range(number)]
    if "moves" in table:
        moves = table.whole("moves", 0)
        states = [random_walk(target, moves, one).state for one in seeds]
    else:
        states = [random_board(target.shape, target, one).state for one in seeds]
    name = table.text("name", f"random {target.shape}")
    return [BoardSet(name, target, states, [None] * number)]


def _distances(table: Table, goal: str, folder: Path) -> list[BoardSet]:
    wanted = []
    for path, value in table.options("distances"):
        if type(value) is int and value >= 0:
            wanted.append((path, value))
        else:
            table.problems.add(path, f"distance {value!r} must be a whole number, 0 or more")
    target = _goal(table, goal)
    sample = table.whole("sample", 0, least=1) if "sample" in table else None
    seed = table.whole("seed", 1)
    if "seed" in table and sample is None:
        table.problem("seed", "seed is for a sample: without sample, all boards are taken")
    if target is None or not wanted:
        return []
    farthest = max(distance for _, distance in wanted)
    found: dict[int, list[bytes]] = {}
    seen = 0
    for distance, layer in enumerate(layers(target)):
        seen += len(layer)
        if seen > MOST_STATES:
            table.problem(
                "distances",
                f"there are too many {target.shape} boards: more than {MOST_STATES:,} would have "
                "to be looked at",
            )
            return []
        found[distance] = sorted(layer)
        if distance == farthest:
            break
    states: list[bytes] = []
    distances: list[int | None] = []
    for path, distance in wanted:
        if distance not in found:
            far = f"no {target.shape} board is {counted(distance, 'move')} from this goal"
            table.problems.add(path, f"{far}: the farthest are {max(found)} moves away")
            continue
        drawn = _sample(found[distance], sample, f"{seed}/{distance}")
        states += drawn
        distances += [distance] * len(drawn)
    name = table.text("name", f"{target.shape} by distance")
    return [BoardSet(name, target, states, distances)]


def _sample(layer: list[bytes], size: int | None, seed: str) -> list[bytes]:
    if size is None or size >= len(layer):
        return layer
    # By hashes rather than Python's generator: the same on every platform and version.
    from hashlib import sha256

    drawn = sorted(layer, key=lambda state: sha256(seed.encode() + state).digest())[:size]
    return sorted(drawn)


def _every(table: Table, goal: str, folder: Path) -> list[BoardSet]:
    target = _goal(table, goal, key="every")
    if target is None:
        return []
    if factorial(target.shape.cells) // 2 > MOST_STATES:
        table.problem("every", f"there are too many {target.shape} boards to take every one")
        return []
    states: list[bytes] = []
    distances: list[int | None] = []
    for distance, layer in enumerate(layers(target)):
        states += sorted(layer)
        distances += [distance] * len(layer)
    return [BoardSet(table.text("name", f"every {target.shape}"), target, states, distances)]


def _instances(table: Table, goal: str, folder: Path) -> list[BoardSet]:
    name = table.text("instances", "korf100")
    try:
        members = instance_set(name)
    except ValueError as error:
        table.problem("instances", error)
        return []
    if "first" in table:
        members = members[: table.whole("first", len(members), least=1)]
    target = goal_board("blank-first", members[0].board.shape)
    try:
        if goal_board(goal, target.shape) != target:
            table.problems.add(
                _goal_path(table),
                f'{name} has the goal blank-first: write goal = "blank-first" here',
            )
    except ValueError as error:
        table.problems.add(_goal_path(table), error)
    states = [member.board.state for member in members]
    lengths: list[int | None] = [member.optimal for member in members]
    return [BoardSet(table.text("name", name), target, states, lengths)]


def _file(table: Table, goal: str, folder: Path) -> list[BoardSet]:
    path = folder / table.text("file", "")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        table.problem("file", f"{path}: {error.strerror or error}")
        return []
    except UnicodeDecodeError:
        table.problem("file", f"{path} is not a text file in UTF-8")
        return []
    texts = [
        (f"{path.name}:{number}: ", line.partition("#")[0].strip())
        for number, line in enumerate(lines, start=1)
    ]
    texts = [(where, text) for where, text in texts if text]
    if not texts:
        table.problem("file", f"{path} holds no boards: write one a line")
    return _by_shape(table, goal, path.stem, [((*table.path, "file"), *text) for text in texts])


def _list(table: Table, goal: str, folder: Path) -> list[BoardSet]:
    texts = [(path, "", str(value)) for path, value in table.options("list")]
    return _by_shape(table, goal, "list", texts)


def _by_shape(
    table: Table, goal: str, name: str, texts: list[tuple[tuple[str | int, ...], str, str]]
) -> list[BoardSet]:
    """Boards written out, in sets of one shape each, in the order in which shapes appear."""
    shape = _shape(table, "shape") if "shape" in table else None
    sets: dict[Shape, BoardSet] = {}
    for path, where, text in texts:
        try:
            board = read_board(text, shape)
            target = goal_board(goal, board.shape)
            if not is_solvable(board, target):
                raise ValueError(f"{text} cannot be brought to the goal {goal}")
        except ValueError as error:
            problems = getattr(error, "problems", [str(error)])
            table.problems.add(path, f"{where}{'; '.join(problems)}")
            continue
        own_name = table.text("name", name)
        group = sets.setdefault(board.shape, BoardSet(own_name, target, [], []))
        group.states.append(board.state)
        group.distances.append(None)
    return list(sets.values())


def _goal(table: Table, goal: str, key: str = "shape") -> Board | None:
    shape = _shape(table, key)
    if shape is None:
        return None
    try:
        return goal_board(goal, shape)
    except ValueError as error:
        table.problems.add(_goal_path(table), error)
        return None


def _goal_path(table: Table) -> tuple[str | int, ...]:
    """Where the goal of these boards is written."""
    return (*table.path, "goal") if "goal" in table else ("experiment", "goal")


def _shape(table: Table, key: str) -> Shape | None:
    try:
        return Shape.parse(table.text(key, DEFAULT_SHAPE))
    except ValueError as error:
        table.problem(key, error)
        return None


SOURCES = {
    "random": _Source(_random, ("shape", "seed", "moves")),
    "distances": _Source(_distances, ("shape", "sample", "seed")),
    "every": _Source(_every, ()),
    "instances": _Source(_instances, ("first",)),
    "file": _Source(_file, ("shape",)),
    "list": _Source(_list, ("shape",)),
}
"""Where boards can come from, and which other keys each source has."""
