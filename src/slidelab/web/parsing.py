"""From what a request names to an order that a worker can carry out.

Names are looked up among those that slidelab and installed packages announce. A path to a file,
which the command line takes for a person's own code, is never one of them.
"""

from dataclasses import asdict, fields
from http import HTTPStatus
from typing import Any

from slidelab import heuristics
from slidelab.puzzle import Board
from slidelab.registry import Registry
from slidelab.search import ALGORITHMS, Algorithm, Conventions, Limits, preset
from slidelab.solving.spec import AUTO, ENGINES, SMALL
from slidelab.web.boards import is_in_corner, read_cells, read_goal, read_shape
from slidelab.web.errors import ApiError
from slidelab.web.formulas import COMBINATIONS, TILE_COSTS, Formula, Part
from slidelab.web.orders import SearchOrder
from slidelab.web.proofs import ProofOrder
from slidelab.web.schemas.requests import (
    FormulaSchema,
    LimitsSchema,
    ProofRequest,
    SearchRequest,
    plain,
)
from slidelab.web.settings import Settings

OFFERED_ENGINES = tuple(engine for engine in ENGINES if engine != "parallel")
"""A search has one process here; the others are for the other visitors."""


def read_board_and_goal(body: Any, settings: Settings) -> tuple[Board, Board]:
    """The board and the goal of a body that has `cells`, `shape` and `goal`."""
    board = read_cells(body.cells, body.shape, settings)
    return board, read_goal(body.goal, board.shape)


def read_search(body: SearchRequest, settings: Settings) -> SearchOrder:
    """The search that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    start, goal = read_board_and_goal(body, settings)
    problems: list[str] = []
    algorithm = _named(ALGORITHMS, "algorithm", body.algorithm, problems)
    heuristic = body.heuristic
    if heuristic == AUTO:
        problems += _table_problems(goal)
    else:
        _named(heuristics.HEURISTICS, "heuristic", heuristic, problems)
    if body.engine not in OFFERED_ENGINES:
        engines = ", ".join(OFFERED_ENGINES)
        problems.append(f"there is no engine {body.engine!r} here; the engines are {engines}")
    conventions = _conventions(body, problems)
    parameters = plain(body.parameters)
    if algorithm is not None:
        problems += _parameter_problems(algorithm, parameters)
    if problems or algorithm is None or conventions is None:
        raise ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, *problems)
    return SearchOrder(
        start=start,
        goal=goal,
        algorithm=algorithm.name,
        heuristic=heuristic,
        preset=body.preset,
        conventions=conventions,
        engine=body.engine,
        force=body.force,
        # The trials are those of the person whose machine this is, not of everybody on the network.
        record=settings.is_local,
        parameters=parameters,
    )


def read_limits(body: LimitsSchema, settings: Settings, seconds: float) -> Limits:
    """The limits that a body asks for, within those of the server."""
    return Limits(
        seconds=min(body.seconds or seconds, settings.seconds),
        nodes=min(body.nodes or settings.nodes, settings.nodes),
        memory=settings.search_memory,
    )


def longer_limits(used: float, seconds: float, settings: Settings) -> Limits:
    """The limits with which a paused search goes on for so many seconds more."""
    total = min(used + seconds, settings.seconds)
    return Limits(seconds=total, nodes=settings.nodes, memory=settings.search_memory)


def read_proof(body: ProofRequest, settings: Settings) -> ProofOrder:
    """The proof that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    goal = read_goal(body.goal, read_shape(body.shape, settings))
    asked: str | Formula
    if body.formula is None:
        asked = known_heuristic(body.heuristic or "")
    else:
        asked = _formula(body.formula)
    return ProofOrder(asked, goal, body.count_blank, body.boards)


def _formula(body: FormulaSchema) -> Formula:
    problems = []
    if body.combine not in COMBINATIONS:
        problems.append(f"parts are combined by {', '.join(COMBINATIONS)}, not {body.combine!r}")
    for part in body.parts:
        if part.heuristic is not None:
            known_heuristic(part.heuristic)
        elif part.tile_cost not in TILE_COSTS:
            costs = ", ".join(TILE_COSTS)
            problems.append(f"there is no tile_cost {part.tile_cost!r}; there are {costs}")
    if problems:
        raise ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, *problems)
    parts = [
        Part(p.weight, p.heuristic, p.tile_cost, None if p.tiles is None else tuple(p.tiles))
        for p in body.parts
    ]
    return Formula(body.combine, tuple(parts))


def known_heuristic(name: str) -> str:
    """The name of a heuristic that there is; raises ApiError otherwise."""
    problems: list[str] = []
    found = _named(heuristics.HEURISTICS, "heuristic", name, problems)
    if found is None:
        raise ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, *problems)
    return str(found.name)


def _named(catalogue: Registry[Any], kind: str, name: str, problems: list[str]) -> Any:
    known = catalogue.names()
    if name in known:
        return catalogue.get(name)
    problems.append(f"there is no {kind} {name!r}; there are {', '.join(known)}")
    return None


def _table_problems(goal: Board) -> list[str]:
    """Why there are no tables for a goal. They fill the disk, so few goals have them."""
    if goal.shape.cells <= SMALL or is_in_corner(goal):
        return []
    return ["auto needs a goal with the blank in a corner; choose another heuristic"]


def _conventions(body: SearchRequest, problems: list[str]) -> Conventions | None:
    try:
        chosen = asdict(preset(body.preset))
    except ValueError as error:
        problems.append(str(error))
        return None
    kinds = {field.name: type(field.default) for field in fields(Conventions)}
    for name, value in body.conventions.items():
        if name not in chosen:
            problems.append(f"there is no convention {name!r}; there are {', '.join(chosen)}")
        elif name == "seed":
            if value is not None and type(value) is not int:
                problems.append("the convention seed must be a whole number, or nothing")
        elif type(value) is not kinds[name]:
            what = "true or false" if kinds[name] is bool else "a word"
            problems.append(f"the convention {name} must be {what}")
    if problems:
        return None
    try:
        return Conventions(**chosen | body.conventions)
    except ValueError as error:
        problems.append(str(error))
        return None


def _parameter_problems(algorithm: Algorithm, parameters: dict[str, Any]) -> list[str]:
    problems = []
    for name, value in parameters.items():
        if name not in algorithm.parameters:
            problems.append(f"{algorithm.name} has no parameter {name}")
            continue
        try:
            algorithm.parameters[name].check(value)
        except ValueError as error:
            problems.append(str(error))
    return problems
