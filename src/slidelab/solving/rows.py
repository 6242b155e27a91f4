"""The rows of a comparison, each written in a few words: `astar manhattan`, `bfs random tree`.

The grammar is the same everywhere: rows of `compare`, searches of an experiment, and `--set`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from slidelab.errors import SlidelabError
from slidelab.puzzle import Shape
from slidelab.search import ALGORITHMS, CHOICES, PRESETS, Algorithm, SearchSpec, preset
from slidelab.search.spec import AUTO
from slidelab.solving.choose import engine_for

SEEDS = (1, 2, 3, 4, 5)
"""The seeds of a random order if none is given: one draw says little."""

VERSIONS: dict[str, dict[str, Any]] = {
    "graph": {"duplicates": "cheapest"},
    "tree": {"duplicates": "tree"},
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

    A word is a heuristic, `graph` or `tree`, `random`, a preset, or `NAME=VALUE` for a parameter of
    the algorithm, a choice of the conventions, or the seed of a `random` order. `usual` says what
    holds otherwise. Raises ValueError for an unknown word.

    >>> row = read_row("wastar misplaced weight=2 tree", SearchSpec(), Shape(3, 3))
    >>> str(row.specs[0])
    'wastar with misplaced, weight 2.0; counted as textbook, except duplicates=tree'
    """
    first, *words = text.split() or [""]
    return make_row(first, words, usual, shape)


def make_row(algorithm: str, words: Sequence[str], usual: SearchSpec, shape: Shape) -> Row:
    """Return the row of an algorithm and its words; see `read_row`."""
    method = ALGORITHMS[algorithm]
    base, heuristic = usual.preset, usual.heuristic
    choices, parameters = usual.deviations(), {}
    for word in words:
        name, has_value, value = word.partition("=")
        name = name.replace("-", "_")
        if has_value and name in method.parameters:
            parameters[name] = method.parameters[name].read(value)
        elif has_value and name in (*CHOICES, "random"):
            choices |= read_choice(name, value)
        elif word in VERSIONS:
            choices |= VERSIONS[word]
        elif word in PRESETS:
            base = word
        elif method.informed and not has_value and word != "random":
            heuristic = word
        elif word != "random":
            others = [each.name for each in ALGORITHMS.values() if name in each.parameters]
            if has_value and others:
                raise SlidelabError(f"{method.name} has no option {name!r} ({others[0]} has)")
            known = ", ".join([*(f"{name}=…" for name in method.parameters), *VERSIONS, "random"])
            raise SlidelabError(
                f"{method.name}: unrecognised word {word!r}; it takes {known}, or a convention"
            )
    conventions = replace(preset(base), **choices)
    spec = SearchSpec(algorithm, heuristic, parameters, base, conventions, usual.engine)
    spec = spec.resolve(shape)
    return Row(" ".join([method.name, *words]), _draw(spec) if "random" in words else (spec,))


def read_choice(name: str, text: str) -> dict[str, Any]:
    """Return a choice of the conventions as its name and value; raises ValueError."""
    if name == "random":
        name, text = "order", f"random:{text}"
    return {name: CHOICES[name].read(text)}


def randomise(row: Row) -> Row:
    """Return the row with moves tried in random order: one search for each of SEEDS."""
    return Row(f"{row.label} random", _draw(row.specs[0]))


def _draw(spec: SearchSpec) -> tuple[SearchSpec, ...]:
    drawn = (replace(spec.conventions, order=f"random:{seed}") for seed in SEEDS)
    return tuple(replace(spec, conventions=conventions) for conventions in drawn)


def read_searches(given: Iterable[SearchLike], usual: SearchSpec, shape: Shape) -> list[Row]:
    """Return the rows of texts, functions, pairs of an algorithm and a heuristic, or specs.

    Raises ValueError or TypeError for anything else.

    >>> rows = read_searches(["bfs", ("astar", lambda board: 0)], SearchSpec(), Shape(3, 3))
    >>> [row.label for row in rows]
    ['bfs', 'astar lambda']
    """
    if isinstance(given, str):
        raise TypeError(f"searches is {given!r}; it must be a list, such as ['bfs', 'astar']")
    return [_read_search(one, usual, shape) for one in given]


def _read_search(given: SearchLike, usual: SearchSpec, shape: Shape) -> Row:
    match given:
        case str():
            return read_row(given, usual, shape)
        case SearchSpec():
            spec = given
        case (algorithm, heuristic):
            spec = replace(usual, algorithm=algorithm, heuristic=heuristic)
        case _:
            spec = replace(usual, algorithm=given)
    spec = spec.resolve(shape)
    return Row(label_of(spec), (spec,))


def label_of(spec: SearchSpec) -> str:
    """Return the label of the row of a search."""
    parameters = (f"{name}={value}" for name, value in spec.parameters.items())
    return " ".join(filter(None, [spec.algorithm_name, spec.heuristic_name, *parameters]))


def rows_on_one_engine(rows: list[Row], shape: Shape) -> list[Row]:
    """Return the rows with all searches on the same engine, so that times can be compared.

    It is the compiled one if every search has it, else the textbook. Searches that ask for an
    engine keep theirs.
    """
    left_open = [spec for row in rows for spec in row.specs if spec.engine == AUTO]
    engines = {engine_for(spec, shape) for spec in left_open}
    engine = "compiled" if engines == {"compiled"} else "textbook"

    def choose(spec: SearchSpec) -> SearchSpec:
        return replace(spec, engine=engine) if spec.engine == AUTO else spec

    return [Row(row.label, tuple(map(choose, row.specs))) for row in rows]
