"""What each request asks for: an answer at once, or a job with its limits.

The routes of the server and the desk of a page without a server ask here, so that both answer
alike. Bodies are anything with the attributes of `requests`; nothing here needs Pydantic,
nor any other library. What cannot be done is refused by ApiError or PuzzleError.
"""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from slidelab.engines.compiled.databases import GRADIENT
from slidelab.engines.sizes import EXACT, SMALL, is_in_corner
from slidelab.processes import WorkerJob
from slidelab.puzzle import is_solvable, parse_moves, random_board, random_walk
from slidelab.search import PRESETS, Limits
from slidelab.search.spec import AUTO
from slidelab.solving import SearchSpec
from slidelab.solving.rows import VERSIONS, Row, read_row, rows_on_one_engine
from slidelab.web import parsing
from slidelab.web.job_specs import (
    ExplanationJob,
    FilmJob,
    ProofJob,
    ReviewJob,
    ScrambleJob,
    SearchJob,
    TraceJob,
)
from slidelab.web.parsing import Lab, check_heuristic, check_name, list_names
from slidelab.web.problems import refusal

_SPEC_FIELDS = ("algorithm", "heuristic", "preset", "conventions", "parameters", "engine")


class Order(NamedTuple):
    """A job that was asked for."""

    job: WorkerJob
    limits: Limits
    quick: bool = False
    """Whether it is short, and need not wait behind long ones."""


def check(body: Any, lab: Lab) -> dict[str, Any]:
    """Read a board and say whether it can be solved, and why."""
    cells = ["" if cell is None else cell for cell in body.cells or ()]
    board = parsing.read_board(cells if body.text is None else body.text, body.shape, lab.settings)
    return parsing.describe_board(board, parsing.read_goal(body.goal, board.shape))


def scramble(body: Any, lab: Lab) -> tuple[dict[str, Any], Order | None]:
    """A board that can be solved; where drawing its cells takes a search, they come of the job."""
    shape = parsing.read_shape(body.shape, lab.settings)
    goal = parsing.read_goal(body.goal, shape)
    seed = secrets.randbelow(2**32) if body.seed is None else body.seed
    drawn = {"cells": [], "shape": str(shape), "seed": seed, "distance": body.distance}
    if body.distance is not None:
        limits = Limits(seconds=lab.settings.film_seconds)
        return drawn, Order(ScrambleJob(goal, body.distance, seed), limits, quick=True)
    if body.moves is not None:
        board = random_walk(goal, body.moves, seed)
    else:
        board = random_board(shape, goal, seed)
    return drawn | {"cells": list(board.state)}, None


def read_rows(body: Any, lab: Lab) -> dict[str, Any]:
    """The searches that the rows of a comparison stand for."""
    shape = parsing.read_shape(body.shape, lab.settings)
    heuristics = list_names(lab, "heuristics")
    check_heuristic(body.heuristic, heuristics)
    found = []
    for text in body.rows:
        algorithm, *words = text.split() or [""]
        check_name("algorithm", algorithm, list_names(lab, "algorithms"))
        for word in words:
            if "=" not in word and word not in (*VERSIONS, *PRESETS, "random"):
                check_heuristic(word, heuristics)
        try:
            usual = SearchSpec.from_dict({**_spec_fields(body), "algorithm": None})
            found.append(read_row(text, usual, shape))
        except ValueError as error:
            raise refusal(str(error)) from None
    return {"rows": [_describe_row(row) for row in rows_on_one_engine(found, shape)]}


def _describe_row(row: Row) -> dict[str, Any]:
    specs = row.specs
    seeds = [spec.conventions.seed for spec in specs]
    told = specs[0].counted_as
    if len(specs) > 1:
        told = told.replace(f"random:{seeds[0]}", f"random:{seeds[0]} to {seeds[-1]}")
    searches = [spec.to_dict() | {"conventions": spec.deviations()} for spec in specs]
    return {
        "label": row.label,
        "counted_as": told,
        "promises_shortest": specs[0].promises_shortest,
        "searches": [{name: each[name] for name in _SPEC_FIELDS} for each in searches],
    }


def search(body: Any, lab: Lab) -> Order:
    limits = parsing.read_limits(body.limits, lab.settings, lab.settings.pause_seconds)
    return Order(_read_search(body, lab), limits)


def film(body: Any, lab: Lab) -> Order:
    most = lab.settings.film_events
    limits = parsing.read_limits(body.limits, lab.settings, lab.settings.film_seconds)
    job = FilmJob(_read_search(body, lab), min(body.max_events or most, most))
    return Order(job, limits, quick=True)


def trace(body: Any, lab: Lab) -> Order:
    limits = parsing.read_limits(body.limits, lab.settings, lab.settings.film_seconds)
    return Order(TraceJob(_read_search(body, lab)), limits, quick=True)


def review(body: Any, lab: Lab) -> Order:
    start, goal = parsing.read_board_and_goal(body, lab.settings)
    moves = parse_moves(body.moves)
    start.play(moves)
    if not is_solvable(start, goal):
        raise refusal("this board cannot be brought to the goal, so that no move is nearer to it")
    return Order(ReviewJob(start, goal, moves), _limit(lab.settings.review_seconds, lab))


def prove(body: Any, lab: Lab) -> Order:
    goal = parsing.read_goal(body.goal, parsing.read_shape(body.shape, lab.settings))
    names = [name for name in list_names(lab, "heuristics") if name != AUTO]
    check_heuristic(body.heuristic, names)
    job = ProofJob(body.heuristic, goal, body.count_blank, body.boards)
    return Order(job, _limit(lab.settings.proof_seconds, lab))


def explain(body: Any, lab: Lab) -> Order:
    """The conventions behind the numbers that a program printed."""
    shape = parsing.read_shape(body.shape, lab.settings)
    if shape.cells > SMALL:
        raise refusal(f"here numbers are explained for boards of up to {SMALL} cells")
    check_name("algorithm", body.algorithm, ["any", *list_names(lab, "algorithms")])
    check_name("heuristic", body.heuristic, list_names(lab, "heuristics"))
    goal = parsing.read_goal(body.goal, shape)
    cells = [parsing.read_board(each.cells, body.shape, lab.settings) for each in body.boards]
    counts = [{**each.counts, "path": each.path} for each in body.boards]
    printed = [(board, goal, numbers) for board, numbers in zip(cells, counts, strict=True)]
    job = ExplanationJob(printed, body.algorithm, body.heuristic)
    try:
        job.inquiry()
    except ValueError as error:
        raise refusal(str(error)) from None
    return Order(job, _limit(lab.settings.proof_seconds, lab))


JOBS: dict[str, Callable[[Any, Lab], Order]] = {
    "searches": search,
    "films": film,
    "traces": trace,
    "reviews": review,
    "proofs": prove,
    "explanations": explain,
}
"""What is followed by its events, by its address below `/api/`."""


def _read_search(body: Any, lab: Lab) -> SearchJob:
    start, goal = parsing.read_board_and_goal(body, lab.settings)
    check_name("algorithm", body.algorithm, list_names(lab, "algorithms"))
    check_heuristic(body.heuristic, list_names(lab, "heuristics"))
    check_name("engine", body.engine, lab.catalogue["engines"])
    of_tables = body.heuristic in (AUTO, GRADIENT) and goal.shape.cells > SMALL
    if of_tables and not is_in_corner(goal):
        # Its tables fill the disk, so few goals have them.
        raise refusal(
            f"{body.heuristic} needs a goal with the blank in a corner; choose another heuristic"
        )
    fields = _spec_fields(body)
    if body.algorithm is None and SMALL < goal.shape.cells <= EXACT and not is_in_corner(goal):
        fields["algorithm"] = "anytime"
    try:
        spec = SearchSpec.from_dict(fields)
        spec.resolve(goal.shape)  # parameters must fit the algorithm also where it was left open
    except ValueError as error:
        raise refusal(str(error)) from None
    return SearchJob(
        start,
        goal,
        spec,
        force=body.force,
        keep=lab.keep,
        repeat=body.repeat,
        prepare_seconds=min(body.limits.seconds or lab.settings.seconds, lab.settings.seconds),
    )


def _spec_fields(body: Any) -> dict[str, Any]:
    return {name: getattr(body, name) for name in _SPEC_FIELDS}


def _limit(seconds: float, lab: Lab) -> Limits:
    return Limits(seconds=seconds, memory=lab.settings.search_memory)
