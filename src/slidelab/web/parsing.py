"""From what a request names to a job that a worker can carry out.

Only names of the catalogue are looked up. A path to a file, which the command line takes for a
person's own code, is never among them unless whoever runs the server put it there.
"""

from collections.abc import Iterable
from http import HTTPStatus

from slidelab.engines.compiled.databases import GRADIENT, find_heuristic
from slidelab.engines.sizes import EXACT, SMALL
from slidelab.heuristics._formula_text import is_formula, read_formula
from slidelab.puzzle import Board, is_solvable, parse_moves
from slidelab.search import PRESETS, Limits
from slidelab.solving import SearchSpec
from slidelab.solving.row_syntax import VERSIONS, Row, read_row, rows_on_one_engine
from slidelab.solving.spec import AUTO
from slidelab.web.boards import is_in_corner, read_cells, read_goal, read_shape
from slidelab.web.errors import ApiError
from slidelab.web.job_specs import ExplanationJob, ProofJob, ReviewJob, SearchJob
from slidelab.web.schemas.requests import (
    BoardRequest,
    ExplanationRequest,
    LimitsSchema,
    ProofRequest,
    ReviewRequest,
    RowsRequest,
    SearchRequest,
)
from slidelab.web.schemas.responses import CatalogueResponse, Page, RowPage, RowSearch
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
        _check_heuristic(body.heuristic, _names(catalogue.heuristics))
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
        spec.resolved(goal.shape)  # parameters must fit the algorithm also where it was left open
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


def read_rows(body: RowsRequest, catalogue: CatalogueResponse, settings: Settings) -> list[RowPage]:
    """The searches that rows stand for; raises ApiError where a word means nothing here."""
    shape = read_shape(body.shape, settings)
    heuristics = _names(catalogue.heuristics)
    if body.heuristic is not None:
        _check_heuristic(body.heuristic, heuristics)
    rows = []
    for text in body.rows:
        algorithm, *words = text.split() or [""]
        _check("algorithm", algorithm, _names(catalogue.algorithms))
        for word in words:
            if "=" not in word and word not in (*VERSIONS, *PRESETS, "random"):
                _check_heuristic(word, heuristics)
        try:
            usual = SearchSpec.from_dict({**body.spec_fields(), "algorithm": None})
            rows.append(read_row(text, usual, shape))
        except ValueError as error:
            raise _refused(str(error)) from None
    return [_row_page(row) for row in rows_on_one_engine(rows, shape)]


def _row_page(row: Row) -> RowPage:
    specs = row.specs
    seeds = [spec.conventions.seed for spec in specs]
    told = specs[0].counted_as
    if len(specs) > 1:
        told = told.replace(f"with seed {seeds[0]}", f"with seeds {seeds[0]} to {seeds[-1]}")
    searches = [
        RowSearch(
            algorithm=spec.method.name,
            heuristic=spec.heuristic,
            parameters=spec.values,
            preset=spec.preset,
            conventions=spec.deviations(),
            engine=spec.engine,
        )
        for spec in specs
    ]
    return RowPage(
        label=row.label,
        counted_as=told,
        promises_shortest=specs[0].promises_shortest,
        searches=searches,
    )


def read_explanation(
    body: ExplanationRequest, catalogue: CatalogueResponse, settings: Settings
) -> ExplanationJob:
    """The inquiry that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    shape = read_shape(body.shape, settings)
    if shape.cells > SMALL:
        raise _refused(f"here numbers are explained for boards of up to {SMALL} cells")
    _check("algorithm", body.algorithm, ["any", *_names(catalogue.algorithms)])
    if body.heuristic is not None:
        _check("heuristic", body.heuristic, _names(catalogue.heuristics))
    goal = read_goal(body.goal, shape)
    printed = [
        (
            read_cells(each.cells, body.shape, settings),
            goal,
            {**each.counts, **({"path": each.path} if each.path else {})},
        )
        for each in body.boards
    ]
    job = ExplanationJob(printed, body.algorithm, body.heuristic)
    try:
        job.inquiry()
    except ValueError as error:
        raise _refused(str(error)) from None
    return job


def read_review(body: ReviewRequest, settings: Settings) -> ReviewJob:
    """The review that a body asks for; raises PuzzleError where the moves leave the board."""
    start, goal = read_board_and_goal(body, settings)
    moves = parse_moves(body.moves)
    start.play(moves)
    if not is_solvable(start, goal):
        raise _refused("this board cannot be brought to the goal, so that no move is nearer to it")
    return ReviewJob(start, goal, moves)


def read_limits(body: LimitsSchema, settings: Settings, seconds: float) -> Limits:
    """The limits that a body asks for, within those of the server."""
    return Limits(
        seconds=min(body.seconds or seconds, settings.seconds),
        nodes=min(body.nodes or settings.nodes, settings.nodes),
        memory=settings.search_memory,
    )


def longer_limits(used: float, seconds: float, settings: Settings) -> Limits:
    """The limits with which a paused search goes on: for so many seconds, whatever it expands."""
    return Limits(seconds=min(used + seconds, settings.seconds), memory=settings.search_memory)


def read_proof(body: ProofRequest, catalogue: CatalogueResponse, settings: Settings) -> ProofJob:
    """The proof that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    goal = read_goal(body.goal, read_shape(body.shape, settings))
    names = [name for name in _names(catalogue.heuristics) if name != AUTO]
    _check_heuristic(body.heuristic, names)
    return ProofJob(body.heuristic, goal, body.metric, body.count_blank, body.boards)


def _check_heuristic(name: str, known: Iterable[str]) -> None:
    """Raise ApiError unless this is a heuristic of those known, or a formula made of them."""
    if not is_formula(name):
        _check("heuristic", name, known)
        return
    # Tables are for those who ask for them by name: they fill the disk.
    parts = [each for each in known if each not in (AUTO, GRADIENT)]
    try:
        read_formula(name, lambda part: find_heuristic(_check("heuristic", part, parts)))
    except ValueError as error:
        raise _refused(str(error)) from None


def _names(pages: Iterable[Page]) -> list[str]:
    return [page.name for page in pages]


def _check(kind: str, name: str, known: Iterable[str]) -> str:
    """The name itself; raises ApiError where it is not one of those known."""
    if name not in known:
        raise _refused(f"there is no {kind} {name!r} here; there are {', '.join(known)}")
    return name


def _refused(problem: str) -> ApiError:
    return ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, problem)
