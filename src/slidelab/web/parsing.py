"""From what a request names to a job that a worker can carry out.

Only names of the catalogue are looked up. A path to a file, which the command line takes for a
person's own code, is never among them unless whoever runs the server put it there.
"""

from collections.abc import Iterable
from http import HTTPStatus

from slidelab.kernels.databases import GRADIENT
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.solving import SearchSpec
from slidelab.solving.spec import AUTO, EXACT, SMALL
from slidelab.web.boards import is_in_corner, read_cells, read_goal, read_shape
from slidelab.web.errors import ApiError
from slidelab.web.formulas import COMBINATIONS, TILE_COSTS, Formula, Part
from slidelab.web.job_specs import ProofJob, SearchJob
from slidelab.web.schemas.requests import (
    BoardRequest,
    FormulaSchema,
    LimitsSchema,
    ProofRequest,
    SearchRequest,
)
from slidelab.web.schemas.responses import CatalogueResponse, Page
from slidelab.web.settings import Settings


def read_board_and_goal(body: BoardRequest, settings: Settings) -> tuple[Board, Board]:
    """The board and the goal that a body tells."""
    board = read_cells(body.cells, body.shape, settings)
    return board, read_goal(body.goal, board.shape)


def read_search(body: SearchRequest, catalogue: CatalogueResponse, settings: Settings) -> SearchJob:
    """The search that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    start, goal = read_board_and_goal(body, settings)
    if body.algorithm is not None:
        _check("algorithm", body.algorithm, _names(catalogue.algorithms))
    if body.heuristic is not None:
        _check("heuristic", body.heuristic, _names(catalogue.heuristics))
    _check("engine", body.engine, catalogue.engines)
    of_tables = body.heuristic in (AUTO, GRADIENT) and goal.shape.cells > SMALL
    if of_tables and not is_in_corner(goal):
        # Its tables fill the disk, so few goals have them.
        raise _refused(
            f"{body.heuristic} needs a goal with the blank in a corner; choose another heuristic"
        )
    fields = body.spec_fields()
    if body.algorithm is None and SMALL < goal.shape.cells <= EXACT and not is_in_corner(goal):
        fields["algorithm"] = "anytime"
    try:
        spec = SearchSpec.from_dict(fields)
    except ValueError as error:
        raise _refused(str(error)) from None
    # The trials are those of the person whose machine this is, not of everybody on the network.
    return SearchJob(
        start,
        goal,
        spec,
        force=body.force,
        record=settings.is_local,
        prepare_seconds=min(body.limits.seconds or settings.seconds, settings.seconds),
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


def read_proof(body: ProofRequest, catalogue: CatalogueResponse, settings: Settings) -> ProofJob:
    """The proof that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    goal = read_goal(body.goal, read_shape(body.shape, settings))
    names = [name for name in _names(catalogue.heuristics) if name != AUTO]
    asked: str | Formula
    if body.formula is not None:
        asked = _formula(body.formula, names)
    else:
        asked = _check("heuristic", body.heuristic or "", names)
    return ProofJob(asked, goal, body.metric, body.count_blank, body.boards)


def _formula(body: FormulaSchema, heuristics: Iterable[str]) -> Formula:
    _check("way to combine parts", body.combine, COMBINATIONS)
    parts = []
    for part in body.parts:
        if part.heuristic is not None:
            _check("heuristic", part.heuristic, heuristics)
        else:
            _check("tile_cost", part.tile_cost or "", TILE_COSTS)
        tiles = None if part.tiles is None else tuple(part.tiles)
        parts.append(Part(part.weight, part.heuristic, part.tile_cost, tiles))
    return Formula(body.combine, tuple(parts))


def _names(pages: Iterable[Page]) -> list[str]:
    return [page.name for page in pages]


def _check(kind: str, name: str, known: Iterable[str]) -> str:
    """The name itself; raises ApiError where it is not one of those known."""
    if name not in known:
        raise _refused(f"there is no {kind} {name!r} here; there are {', '.join(known)}")
    return name


def _refused(problem: str) -> ApiError:
    return ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, problem)
