"""The rows of a comparison, each written in a few words: `astar manhattan`, `bfs random tree`.

The grammar is the same everywhere: rows of `compare`, searches of an experiment, and `--set`.
"""

from collections.abc import Callable, Sequence
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


def read_row(given: SearchLike, usual: SearchSpec, shape: Shape) -> Row:
    """Return the row of a text, a pair of an algorithm and a heuristic, a spec or a function.

    A text is an algorithm, then words in any order: a heuristic, `graph` or `tree`, `random`, a
    preset, or `NAME=VALUE` for a parameter of the algorithm, a choice of the conventions, or the
    seed of a `random` order. `usual` says what holds otherwise. Raises ValueError or TypeError for
    anything else.

    >>> row = read_row("wastar misplaced weight=2 tree", SearchSpec(), Shape(3, 3))
    >>> str(row.specs[0])
    'wastar with misplaced, weight 2.0; counted as textbook, except duplicates=tree'
    """
    match given:
        case str():
            algorithm, *words = given.split() or [""]
            return make_row(algorithm, words, usual, shape)
        case SearchSpec():
            spec = given
        case (algorithm, heuristic):
            spec = replace(usual, algorithm=algorithm, heuristic=heuristic)
        case _:
            spec = replace(usual, algorithm=given)
    spec = spec.resolve(shape)
    return Row(label_of(spec), (spec,))


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
        elif has_value and name == "random":
            choices["order"] = CHOICES["order"].read(f"random:{value}")
        elif has_value and name in CHOICES:
            choices[name] = CHOICES[name].read(value)
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
    orders = [f"random:{seed}" for seed in SEEDS] if "random" in words else [conventions.order]
    drawn = (replace(conventions, order=order) for order in orders)
    specs = tuple(replace(spec, conventions=each) for each in drawn)
    return Row(" ".join([method.name, *words]), specs)


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
