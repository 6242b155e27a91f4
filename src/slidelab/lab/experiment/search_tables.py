"""The searches of a grid: `[[searches]]`, each combination of its values once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationInfo, create_model

from slidelab.engines.compiled.databases import GRADIENT, find_heuristic
from slidelab.lab.toml import Options, Place, TomlTable, bad_value, bad_values
from slidelab.puzzle import Board
from slidelab.search import ALGORITHMS, Algorithm, preset
from slidelab.search.conventions import CHOICES
from slidelab.solving import SearchSpec
from slidelab.solving.defaults import AUTO

COLUMNS = ("cell", "set", "board", "shape", "goal", "distance", "algorithm", "heuristic")
"""The columns of the results before those of the parameters."""


def _check_heuristic(name: str) -> str | None:
    if name == AUTO:
        raise ValueError("auto is another heuristic for each shape: name the one that is meant")
    return SearchSpec(heuristic=name).heuristic


def _check_choice(name: str, value: Any) -> Any:
    CHOICES[name].check(value)
    return value


def _check_parameter(name: str, algorithms: list[Algorithm], value: Any) -> Any:
    """The value of a parameter, if one of the algorithms has it, and all that have it agree."""
    takers = [one for one in algorithms if name in one.parameters]
    if not takers:
        asked = " and ".join(one.name for one in algorithms)
        can = " and ".join(one.name for one in ALGORITHMS.all() if name in one.parameters)
        raise ValueError(f"{asked}: no option {name!r} ({can} has it)")
    checked = [one.parameters[name].check(value) for one in takers]
    return checked[0]


AlgorithmName = Annotated[str, AfterValidator(lambda name: ALGORITHMS[name].name)]
HeuristicName = Annotated[str, AfterValidator(_check_heuristic)]
PresetName = Annotated[str, AfterValidator(lambda name: SearchSpec(preset=name).preset)]
EngineName = Annotated[str, AfterValidator(lambda name: SearchSpec(engine=name).engine)]


class SearchesTable(TomlTable):
    """A table of searches; `_make_table` adds the choices of conventions and the parameters."""

    algorithm: Options[AlgorithmName]
    heuristic: Options[HeuristicName] | None = None
    preset: Options[PresetName] = Field(["textbook"])
    engine: Options[EngineName] = Field(["auto"])
    conventions: TomlTable = TomlTable()

    def specs(self) -> Iterator[SearchSpec]:
        """Every combination of the values; raises ValidationError if some do not go together."""
        algorithms = [ALGORITHMS[name] for name in self.algorithm]
        if self.heuristic and not any(one.informed for one in algorithms):
            names = " and ".join(self.algorithm)
            raise bad_value(f"{names}: no heuristic is used, leave it out", "heuristic")
        choices = _find_values(self.conventions)
        if {"seed", "order"} <= choices.keys():
            words = "order is not used when the order is random: leave out order or seed"
            raise bad_value(words, "conventions", "order")
        heuristics: Sequence[str | None] = self.heuristic or [None]
        for algorithm in algorithms:
            parameters = {
                name: values
                for name, values in _find_values(self).items()
                if name in algorithm.parameters
            }
            for heuristic, usual, chosen, engine, given in product(
                heuristics if algorithm.informed else [None],
                self.preset,
                _combine(choices),
                self.engine,
                _combine(parameters),
            ):
                try:
                    spec = SearchSpec(
                        algorithm.name,
                        heuristic or (GRADIENT if engine == "gpu" else "manhattan"),
                        parameters=given,
                        preset=usual,
                        conventions=replace(preset(usual), **chosen),
                        engine=engine,
                    )
                except ValueError as error:  # all else was found to be good by itself
                    raise bad_value(error, "engine") from None
                yield spec


def read_searches(values: Any, info: ValidationInfo) -> list[SearchSpec]:
    """The searches that a table asks for; raises ValidationError for what is wrong."""
    specs = list(_make_table(values).read(values).specs())
    goals = {group.goal for groups in info.data.get("boards", ()) for group in groups}
    problems = [one for spec, goal in product(specs, goals) for one in _find_problems(spec, goal)]
    if problems:
        raise bad_values(*problems)
    return specs


def _make_table(values: Any) -> type[SearchesTable]:
    """The table that these values are meant for: with the parameters of the algorithms named."""
    named = values.get("algorithm", []) if isinstance(values, dict) else []
    every = list(ALGORITHMS.all())
    try:
        algorithms = [ALGORITHMS[n] for n in (named if isinstance(named, list) else [named])]
    except (ValueError, AttributeError):
        algorithms = []
    algorithms = algorithms or every  # one that is not known might take any parameter
    parameters = dict.fromkeys(name for one in (*every, *algorithms) for name in one.parameters)
    keys = _make_keys({name: partial(_check_parameter, name, algorithms) for name in parameters})
    choices = create_model(
        "conventions",
        __base__=TomlTable,
        **_make_keys({name: partial(_check_choice, name) for name in CHOICES}),
    )
    return create_model(
        "searches", __base__=SearchesTable, conventions=(choices, choices()), **keys
    )


def _make_keys(checks: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """Keys of a table that may be left out, each with what checks its values."""
    return {
        name: (Options[Annotated[Any, AfterValidator(check)]] | None, None)
        for name, check in checks.items()
    }


def _find_values(table: TomlTable) -> dict[str, list[Any]]:
    return {name: values for name, values in table if isinstance(values, list)}


def _combine(values: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Each way to choose one value for every name."""
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def _find_problems(spec: SearchSpec, goal: Board) -> Iterator[tuple[Place, ValueError]]:
    """Why boards that have this goal cannot be searched in this way, if they cannot."""
    try:
        if spec.engine_for(goal.shape) == "textbook" and spec.values.get("cycles"):
            raise ValueError("only the compiled engine can use cycles")
    except ValueError as error:
        yield ("engine",), error
    try:
        if spec.heuristic is not None:
            find_heuristic(spec.heuristic).check(goal)
    except ValueError as error:
        yield ("heuristic",), error
