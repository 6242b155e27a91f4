"""The rows of a comparison, each written in a few words: `astar manhattan`, `bfs random tree`.

The grammar is the same everywhere: rows of `compare`, searches of an experiment, and `--set`.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape
from slidelab.search import ALGORITHMS, CHOICES, PRESETS, Algorithm, SearchSpec, preset
from slidelab.solving.choose import on_one_engine

SEEDS = (1, 2, 3, 4, 5)
"""The seeds of a random order if none is given: one draw says little."""

VERSIONS: dict[str, dict[str, Any]] = {
    "graph": {"duplicates": "cheapest"},
    "tree": {"duplicates": "tree"},
    "fixed": {"order": "UDLR"},
}
"""Words that stand for choices of the conventions."""

SearchLike = str | tuple[Any, Any] | SearchSpec | Algorithm | Callable[..., Any]
"""A search: a row, a pair of algorithm and heuristic, a spec, or a function."""


class Row(NamedTuple):
    """A row: its label, and how it is searched."""

    label: str
    specs: tuple[SearchSpec, ...]
    """One search, or several that differ in their seed."""


def read_row(text: str, usual: SearchSpec, shape: Shape) -> Row:
    """Return the row that a text describes: an algorithm, then words in any order.

    A word is a heuristic, `graph` or `tree`, `fixed`, `random` or `random=SEED`, a preset, or
    `NAME=VALUE` for a parameter of the algorithm or a choice of the conventions. `usual` says what
    holds otherwise. Raises ValueError for an unknown word.

    >>> row = read_row("wastar misplaced weight=2 tree", SearchSpec(), Shape(3, 3))
    >>> str(row.specs[0])
    'wastar with misplaced, weight 2.0; counted as textbook, except duplicates=tree'
    >>> [spec.conventions.seed for spec in read_row("bfs random", SearchSpec(), Shape(3, 3)).specs]
    [1, 2, 3, 4, 5]
    """
    first, *words = text.split() or [""]
    method = ALGORITHMS[first]
    base, heuristic = usual.preset, usual.heuristic
    choices: dict[str, Any] = usual.deviations()
    parameters: dict[str, Any] = {}
    is_random = False
    for word in words:
        name, has_value, value = word.partition("=")
        name = name.replace("-", "_")
        if has_value and name in method.parameters:
            parameters[name] = method.parameters[name].read(value)
        elif has_value and name in (*CHOICES, "random"):
            choices |= read_choice(name, value)
        elif word == "random":
            is_random = True
        elif word in VERSIONS:
            choices |= VERSIONS[word]
        elif word in PRESETS:
            base = word
        elif method.informed and not has_value:
            heuristic = word
        else:
            known = ", ".join([*(f"{name}=…" for name in method.parameters), *VERSIONS, "random"])
            raise SlidelabError(f"{method.name}: unrecognised word {word!r}; it takes {known}")
    spec = SearchSpec(
        first,
        heuristic,
        parameters=parameters,
        preset=base,
        conventions=replace(preset(base), **choices),
        engine=usual.engine,
    ).resolve(shape)
    row = Row(" ".join([method.name, *words]), (spec,))
    return Row(row.label, randomise(row).specs) if is_random else row


def read_choice(name: str, text: str) -> dict[str, Any]:
    """Return a choice of the conventions as its name and value; raises ValueError.

    >>> read_choice("random", "7"), read_choice("count_blank", "yes")
    ({'order': 'random:7'}, {'count_blank': True})
    """
    if name == "random":
        name, text = "order", f"random:{text}"
    return {name: CHOICES[name].read(text)}


def randomise(row: Row) -> Row:
    """Return the row with moves tried in random order: one search for each of SEEDS.

    >>> randomise(read_row("bfs", SearchSpec(), Shape(3, 3))).label
    'bfs random'
    """
    drawn = [replace(row.specs[0].conventions, order=f"random:{seed}") for seed in SEEDS]
    specs = tuple(replace(row.specs[0], conventions=conventions) for conventions in drawn)
    return Row(f"{row.label} random", specs)


def read_searches(given: Iterable[SearchLike], usual: SearchSpec, shape: Shape) -> list[Row]:
    """Return the rows of texts, functions, pairs of an algorithm and a heuristic, or specs.

    Raises ValueError or TypeError for anything else.

    >>> rows = read_searches(["bfs", ("astar", lambda board: 0)], SearchSpec(), Shape(3, 3))
    >>> [row.label for row in rows]
    ['bfs', 'astar lambda']
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"searches is {given!r}; it must be a list, such as ['bfs', 'astar']")
    return [_read_search(one, usual, shape) for one in given]


def _read_search(given: SearchLike, usual: SearchSpec, shape: Shape) -> Row:
    if isinstance(given, str):
        return read_row(given, usual, shape)
    if isinstance(given, SearchSpec):
        spec = given
    elif callable(given):
        spec = replace(usual, algorithm=given)
    elif isinstance(given, tuple) and len(given) == 2:
        spec = replace(usual, algorithm=given[0], heuristic=given[1])
    else:
        raise TypeError(
            f"{given!r} is not a search: write a text such as 'astar manhattan', or a pair of an "
            "algorithm and a heuristic"
        )
    spec = spec.resolve(shape)
    words = [spec.algorithm_name, spec.heuristic_name]
    words += [f"{name}={value}" for name, value in spec.parameters]
    return Row(" ".join(filter(None, words)), (spec,))


def rows_on_one_engine(rows: list[Row], shape: Shape) -> list[Row]:
    """Return the rows with all searches on the same engine, so that times can be compared."""
    specs = iter(on_one_engine([spec for row in rows for spec in row.specs], shape))
    return [Row(row.label, tuple(next(specs) for _ in row.specs)) for row in rows]
