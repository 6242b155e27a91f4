"""The rows of a comparison, each said in a few words: `astar manhattan`, `bfs random tree`."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from slidelab.puzzle import Shape
from slidelab.search import ALGORITHMS, PRESETS, Algorithm, preset
from slidelab.search.conventions import CHOICES
from slidelab.search.parameters import TRUTHS
from slidelab.solving.auto import on_one_engine
from slidelab.solving.spec import SearchSpec

SEEDS = (1, 2, 3, 4, 5)
"""What a random order is drawn with where no seed is named: one draw says little."""

VERSIONS: dict[str, dict[str, Any]] = {
    "graph": {"graph": True},
    "tree": {"graph": False},
    "fixed": {"seed": None},
}
"""Words that stand for choices of the conventions."""


SearchLike = str | tuple[Any, Any] | SearchSpec | Algorithm | Callable[..., Any]
"""What can be taken for a search: a row, a pair of algorithm and heuristic, a spec, a function."""


class Row(NamedTuple):
    """A row: what it is called, and how it is searched."""

    label: str
    specs: tuple[SearchSpec, ...]
    """One search, or several that differ in their seed."""


def read_row(text: str, usual: SearchSpec, shape: Shape) -> Row:
    """The row that is written as an algorithm, and then in any order what is special about it.

    That may be a heuristic, `graph` or `tree`, `fixed`, `random` or `random=SEED`, a preset, and
    `NAME=VALUE` for a parameter of the algorithm or a choice of the conventions. `usual` says what
    is taken for the rest. Raises ValueError for a word that means nothing here.

    >>> row = read_row("wastar misplaced weight=2 tree", SearchSpec(), Shape(3, 3))
    >>> str(row.specs[0])
    'wastar with misplaced, weight 2.0; counted as textbook, except: tree search'
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
        name, has_value, value = word.replace("-", "_").partition("=")
        if has_value and name in method.parameters:
            parameters[name] = method.parameters[name].read(value)
        elif has_value and name in (*CHOICES, "random"):
            choices |= read_choice("seed" if name == "random" else name, word.partition("=")[2])
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
            raise ValueError(f"{method.name}: unrecognised word {word!r}; it takes {known}")
    spec = SearchSpec(
        method.name,
        heuristic,
        parameters=parameters,
        preset=base,
        conventions=replace(preset(base), **choices),
        engine=usual.engine,
    ).resolve(shape)
    row = Row(" ".join([method.name, *words]), (spec,))
    return Row(row.label, randomise(row).specs) if is_random else row


def randomise(row: Row) -> Row:
    """The row with moves tried in random order: one search for each of SEEDS.

    >>> randomise(read_row("bfs", SearchSpec(), Shape(3, 3))).label
    'bfs random'
    """
    drawn = [replace(row.specs[0].conventions, seed=seed) for seed in SEEDS]
    specs = tuple(replace(row.specs[0], conventions=conventions) for conventions in drawn)
    return Row(f"{row.label} random", specs)


def read_searches(given: Iterable[SearchLike], usual: SearchSpec, shape: Shape) -> list[Row]:
    """The rows that texts, functions, pairs of an algorithm and a heuristic, or specs stand for.

    Raises ValueError or TypeError for what is none of them.

    >>> rows = read_searches(["bfs", ("astar", lambda board: 0)], SearchSpec(), Shape(3, 3))
    >>> [row.label.partition("@")[0] for row in rows]
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
    elif isinstance(given, Algorithm) or callable(given):
        spec = replace(usual, algorithm=given)  # type: ignore[arg-type]
    elif isinstance(given, tuple) and len(given) == 2:
        spec = replace(usual, algorithm=given[0], heuristic=given[1])
    else:
        raise TypeError(
            f"{given!r} is not a search: write a text such as 'astar manhattan', or a pair of an "
            "algorithm and a heuristic"
        )
    spec = spec.resolve(shape)
    words = [spec.algorithm, spec.heuristic, *(f"{name}={v}" for name, v in spec.parameters)]
    return Row(" ".join(filter(None, words)), (spec,))


def rows_on_one_engine(rows: list[Row], shape: Shape) -> list[Row]:
    """The rows with all their searches on the same engine, so that their times can be compared."""
    specs = iter(on_one_engine([spec for row in rows for spec in row.specs], shape))
    return [Row(row.label, tuple(next(specs) for _ in row.specs)) for row in rows]


def read_choice(name: str, text: str) -> dict[str, Any]:
    """Return a choice of the conventions as its name and value; raises ValueError if it has none.

    >>> read_choice("graph", "no")
    {'graph': False}
    """
    kind = CHOICES[name].kind
    value: Any = text.upper() if name == "order" else text.lower()
    if kind == "yes-or-no":
        value = TRUTHS.get(value, value)
    elif kind == "number":
        value = int(text) if text.lstrip("-").isdecimal() else text
    CHOICES[name].check(value)
    return {name: value}
