"""The searches of a grid: `[[searches]]`, each combination of its values once."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import product
from typing import Any

from slidelab.lab.experiment.reading import Table
from slidelab.search import ALGORITHMS, Algorithm, Conventions, preset
from slidelab.solving import ENGINES, SearchSpec
from slidelab.solving.spec import AUTO, canonical_heuristic

OWN_KEYS = ("algorithm", "heuristic", "preset", "engine", "conventions")
CONVENTIONS = {choice.name: choice.default for choice in fields(Conventions)}

Choice = tuple[str, Any]


@dataclass(frozen=True)
class Configuration:
    """How to search: everything but the board."""

    algorithm: str
    heuristic: str | None
    parameters: tuple[Choice, ...]
    preset: str
    changes: tuple[Choice, ...]
    """The choices that differ from the preset's."""
    engine: str
    conventions: Conventions = field(compare=False)

    @property
    def spec(self) -> SearchSpec:
        """The same as a search."""
        return SearchSpec(
            self.algorithm,
            self.heuristic,
            parameters=self.parameters,
            preset=self.preset,
            conventions=self.conventions,
            engine=self.engine,
        )


def read_configurations(table: Table) -> list[Configuration]:
    """Every combination of the values in the table; problems are noted in the table."""
    algorithms = _algorithms(table)
    names = [a.name for a in algorithms]
    all_known = 0 < len(algorithms) == len(table.options("algorithm"))
    parameter_names = list(dict.fromkeys(name for a in algorithms for name in a.parameters))
    table.check_keys((*OWN_KEYS, *_every_parameter()), "searches")
    for key in table.keys():  # noqa: SIM118 (not a dict)
        if all_known and key in _every_parameter() and key not in parameter_names:
            table.problem(key, f"{' and '.join(names)} cannot use {key}: {_takers(key)} can")
    if all_known and "heuristic" in table and not any(a.informed for a in algorithms):
        table.problem("heuristic", f"{' and '.join(names)} cannot use a heuristic: leave it out")
    estimates = _names(table, "heuristic", "manhattan", _checked_heuristic)
    presets = _names(table, "preset", "textbook", _checked_preset)
    engines = _names(table, "engine", "auto", _checked_engine)
    all_changes = list(_combinations(_conventions(table.table("conventions"))))
    values = {name: _values(table, name) for name in parameter_names if name in table}
    return [
        _configuration(algorithm, estimate, preset_name, changes, engine, dict(parameters))
        for algorithm in algorithms
        for estimate in (estimates if algorithm.informed else [None])
        for preset_name, changes, engine in product(presets, all_changes, engines)
        for parameters in _combinations(
            {name: given for name, given in values.items() if name in algorithm.parameters}
        )
    ]


def _configuration(
    algorithm: Algorithm,
    heuristic: str | None,
    preset_name: str,
    changes: tuple[Choice, ...],
    engine: str,
    parameters: dict[str, Any],
) -> Configuration:
    return Configuration(
        algorithm=algorithm.name,
        heuristic=heuristic,
        parameters=tuple(
            (p.name, parameters.get(p.name, p.default)) for p in algorithm.parameters.values()
        ),
        preset=preset_name,
        changes=changes,
        engine=engine,
        conventions=replace(preset(preset_name), **dict(changes)),
    )


def _algorithms(table: Table) -> list[Algorithm]:
    if "algorithm" not in table:
        table.problems.add(table.path, 'there is no algorithm: write algorithm = "astar"')
    found = []
    for path, name in table.options("algorithm"):
        try:
            found.append(ALGORITHMS.get(str(name)))
        except ValueError as error:
            table.problems.add(path, error)
    return found


def _names(table: Table, key: str, default: str, check: Any) -> list[str]:
    """The names given for a key, each as `check` returns it; never none, so that the size of a
    grid can be told whatever else is wrong with it."""
    found = []
    for path, name in table.options(key) or [(table.path, default)]:
        try:
            found.append(check(str(name)))
        except ValueError as error:
            table.problems.add(path, error)
    return found or [default]


def _checked_heuristic(name: str) -> str:
    if name == AUTO:
        raise ValueError("auto is another heuristic for each shape: name the one that is meant")
    return canonical_heuristic(name)


def _checked_preset(name: str) -> str:
    preset(name)
    return name


def _checked_engine(name: str) -> str:
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return name


def _conventions(table: Table) -> dict[str, list[Any]]:
    table.check_keys(tuple(CONVENTIONS), "conventions")
    if "seed" in table and "order" in table:
        table.problem(
            "order", "order is not used when the order is random: leave out order or seed"
        )
    found: dict[str, list[Any]] = {}
    for key in CONVENTIONS:
        for path, value in table.options(key):
            try:
                found.setdefault(key, []).append(_checked_convention(key, value))
            except ValueError as error:
                table.problems.add(path, error)
    return found


def _checked_convention(name: str, value: Any) -> Any:
    if isinstance(CONVENTIONS[name], bool):
        if not isinstance(value, bool):
            raise ValueError(f"{name} is {value!r}: it must be true or false")
    elif name == "seed":
        if type(value) is not int:
            raise ValueError(f"seed is {value!r}: it must be a whole number")
    else:
        chosen: dict[str, Any] = {name: value if isinstance(value, str) else repr(value)}
        Conventions(**chosen)
    return value


def _values(table: Table, name: str) -> list[Any]:
    """The values of an algorithm's parameter."""
    parameter = next(a.parameters[name] for a in ALGORITHMS.all() if name in a.parameters)
    found = []
    for path, value in table.options(name):
        try:
            found.append(parameter.check(value))
        except ValueError as error:
            table.problems.add(path, error)
    return found or [parameter.default]


def _combinations(values: dict[str, list[Any]]) -> Iterator[tuple[Choice, ...]]:
    """Each way to choose one value for every name."""
    for chosen in product(*values.values()):
        yield tuple(zip(values, chosen, strict=True))


def _every_parameter() -> list[str]:
    return list(dict.fromkeys(name for a in ALGORITHMS.all() for name in a.parameters))


def _takers(parameter: str) -> str:
    return " and ".join(a.name for a in ALGORITHMS.all() if parameter in a.parameters)
