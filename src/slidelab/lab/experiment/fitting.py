"""Whether searches and boards go together, found out before anything runs."""

from collections.abc import Iterable

from slidelab.lab.experiment.configurations import Configuration
from slidelab.lab.experiment.reading import Table
from slidelab.puzzle import Board
from slidelab.solving.spec import find_heuristic


def check_fit(
    table: Table, configurations: Iterable[Configuration], goals: Iterable[Board]
) -> None:
    """Note what cannot be done of the searches of a table, for boards that have these goals."""
    every_goal = list(dict.fromkeys(goals))
    for configuration in configurations:
        try:
            _check_engine(configuration)
        except ValueError as error:
            table.problem("engine", error)
            continue
        for goal in every_goal:
            try:
                _check_goal(configuration, goal)
            except ValueError as error:
                table.problem("heuristic", error)


def _check_engine(configuration: Configuration) -> None:
    """Raise ValueError when the engine cannot do it."""
    engine, name = configuration.engine, configuration.algorithm
    if engine == "textbook" and dict(configuration.parameters).get("cycles"):
        raise ValueError("only the compiled engine can use cycles")
    if engine not in ("compiled", "parallel"):
        return
    if engine == "parallel" and name != "ida":
        raise ValueError(f"{name} cannot use the engine parallel: ida can")
    from slidelab.kernels.support import supports

    estimate = configuration.heuristic
    named = None if estimate is None or _sizes(estimate) else estimate
    if not supports(name, named, configuration.conventions):
        with_what = f" with {estimate}" if estimate else ""
        raise ValueError(f"there is no compiled version of {name}{with_what} for these choices")


def _check_goal(configuration: Configuration, goal: Board) -> None:
    """Raise ValueError when the heuristic has no meaning for the goal's shape."""
    if configuration.heuristic is None:
        return
    sizes = _sizes(configuration.heuristic)
    if not sizes:
        heuristic = find_heuristic(configuration.heuristic)
        heuristic.bind(goal, configuration.conventions.count_blank)
    elif sum(sizes) != goal.shape.cells - 1:
        raise ValueError(
            f"{configuration.heuristic} makes {sum(sizes)} tiles, and {goal.shape} boards have "
            f"{goal.shape.cells - 1}"
        )


def _sizes(name: str) -> list[int]:
    """The sizes of the patterns that a heuristic is named for; none if it is another kind."""
    parts = name.split("-")
    return [int(part) for part in parts] if all(part.isdecimal() for part in parts) else []
