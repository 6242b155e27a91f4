"""What each request asks for: an answer at once, or a job with its limits.

The routes of the server and the desk of a page without a server ask here, so that both answer
alike. Bodies are anything with the attributes of `schemas.requests`; nothing here needs Pydantic,
nor any other library.
"""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from slidelab.processes import WorkerJob
from slidelab.puzzle import random_board, random_walk
from slidelab.search import Limits
from slidelab.web import parsing
from slidelab.web.job_specs import FilmJob, ScrambleJob, TraceJob
from slidelab.web.parsing import Lab


class Order(NamedTuple):
    """A job that was asked for."""

    job: WorkerJob
    limits: Limits
    quick: bool = False
    """Whether it is short, and need not wait behind long ones."""


def check(body: Any, lab: Lab) -> dict[str, Any]:
    """Read a board and say whether it can be solved, and why."""
    if body.text is not None:
        board = parsing.read_text(body.text, body.shape, lab.settings)
    else:
        fields = ["" if cell is None else cell for cell in body.cells or ()]
        board = parsing.read_cells(fields, body.shape, lab.settings)
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


def rows(body: Any, lab: Lab) -> dict[str, Any]:
    """The searches that the rows of a comparison stand for."""
    return {"rows": parsing.read_rows(body, lab)}


def search(body: Any, lab: Lab) -> Order:
    """A search."""
    job = parsing.read_search(body, lab)
    return Order(job, parsing.read_limits(body.limits, lab.settings, lab.settings.pause_seconds))


def film(body: Any, lab: Lab) -> Order:
    """The film of a search."""
    most = lab.settings.film_events
    job = parsing.read_search(body, lab)
    limits = parsing.read_limits(body.limits, lab.settings, lab.settings.film_seconds)
    return Order(FilmJob(job, min(body.max_events or most, most)), limits, quick=True)


def trace(body: Any, lab: Lab) -> Order:
    """The course of a search."""
    job = parsing.read_search(body, lab)
    limits = parsing.read_limits(body.limits, lab.settings, lab.settings.film_seconds)
    return Order(TraceJob(job), limits, quick=True)


def review(body: Any, lab: Lab) -> Order:
    """A game in retrospect."""
    limits = Limits(seconds=lab.settings.review_seconds, memory=lab.settings.search_memory)
    return Order(parsing.read_review(body, lab.settings), limits)


def proof(body: Any, lab: Lab) -> Order:
    """A proof about a heuristic."""
    limits = Limits(seconds=lab.settings.proof_seconds, memory=lab.settings.search_memory)
    return Order(parsing.read_proof(body, lab), limits)


def explanation(body: Any, lab: Lab) -> Order:
    """The conventions behind the numbers that a program printed."""
    limits = Limits(seconds=lab.settings.proof_seconds, memory=lab.settings.search_memory)
    return Order(parsing.read_explanation(body, lab), limits)


JOBS: dict[str, Callable[[Any, Lab], Order]] = {
    "searches": search,
    "films": film,
    "traces": trace,
    "reviews": review,
    "proofs": proof,
    "explanations": explanation,
}
"""What is followed by its events, by its address below `/api/`."""
