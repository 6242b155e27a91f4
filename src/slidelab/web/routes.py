"""The addresses of the API: boards, hints, searches and films."""

import asyncio
import secrets
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from slidelab.puzzle import random_board, random_walk
from slidelab.search import Limits
from slidelab.web.errors import ApiError, document_problems
from slidelab.web.hints import Hints
from slidelab.web.job_manager import JobManager
from slidelab.web.job_specs import FilmJob, ScrambleJob, TraceJob
from slidelab.web.jobs import JobRecord
from slidelab.web.parsing import (
    describe_board,
    longer_limits,
    read_board_and_goal,
    read_cells,
    read_explanation,
    read_goal,
    read_limits,
    read_proof,
    read_review,
    read_rows,
    read_search,
    read_shape,
    read_text,
)
from slidelab.web.schemas import requests, responses
from slidelab.web.schemas.responses import EVENTS, event_schema
from slidelab.web.settings import Settings
from slidelab.web.streams import answer_or_gone, event_stream
from slidelab.web.warmup import Warmup


class Services:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings, catalogue: responses.CatalogueResponse) -> None:
        self.settings = settings
        self.jobs = JobManager(settings)
        self.hints = Hints(self.jobs, settings.hint_seconds)
        self.catalogue = catalogue
        self.warmup = Warmup()


async def services(request: Request) -> Services:
    """The services of the application that got this request."""
    found: Services = request.app.state.services
    return found


async def visitor(request: Request) -> str:
    """The client, as far as known: the address it comes from."""
    return request.client.host if request.client else ""


Server = Annotated[Services, Depends(services)]
Visitor = Annotated[str, Depends(visitor)]
JobId = Annotated[str, Path(min_length=1, max_length=64, description="From the search's start.")]

ALWAYS = document_problems(
    HTTPStatus.FORBIDDEN, HTTPStatus.MISDIRECTED_REQUEST, HTTPStatus.TOO_MANY_REQUESTS
)
WITH_BODY = document_problems(
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
HEAVY = WITH_BODY | document_problems(HTTPStatus.SERVICE_UNAVAILABLE)
UNKNOWN = document_problems(HTTPStatus.NOT_FOUND)

router = APIRouter(prefix="/api", responses=ALWAYS)


@router.get("/health", tags=["server"])
async def health(server: Server) -> responses.HealthResponse:
    """Whether the server is there, and how busy it is."""
    return responses.HealthResponse(
        ok=True, compiling=server.warmup.progress, **server.jobs.counts()
    )


@router.get("/catalogue", tags=["server"])
async def catalogue(server: Server) -> responses.CatalogueResponse:
    """Algorithms, heuristics, presets, conventions, counters and limits, in words."""
    return server.catalogue


@router.post("/check", responses=WITH_BODY, tags=["boards"])
async def check(body: requests.CheckRequest, server: Server) -> responses.CheckResponse:
    """Read a board and say whether it can be solved, and why."""
    if body.text is not None:
        board = read_text(body.text, body.shape, server.settings)
    else:
        fields = ["" if cell is None else cell for cell in body.cells or ()]
        board = read_cells(fields, body.shape, server.settings)
    goal = read_goal(body.goal, board.shape)
    return responses.CheckResponse(**describe_board(board, goal))


@router.post("/scramble", responses=HEAVY, tags=["boards"])
async def scramble(
    body: requests.ScrambleRequest, server: Server, visitor: Visitor, request: Request
) -> responses.ScrambleResponse:
    """Draw a board that can be solved."""
    shape = read_shape(body.shape, server.settings)
    goal = read_goal(body.goal, shape)
    seed = secrets.randbelow(2**32) if body.seed is None else body.seed
    if body.distance is not None:
        job = ScrambleJob(goal, body.distance, seed)
        limits = Limits(seconds=server.settings.film_seconds)
        asking = asyncio.create_task(server.jobs.ask(job, limits, visitor))
        cells = await answer_or_gone(request.receive, asking) or []
    elif body.moves is not None:
        cells = list(random_walk(goal, body.moves, seed).state)
    else:
        cells = list(random_board(shape, goal, seed).state)
    return responses.ScrambleResponse(
        cells=cells, shape=str(shape), seed=seed, distance=body.distance
    )


@router.post("/hint", responses=HEAVY, tags=["boards"])
async def hint(
    body: requests.BoardRequest, server: Server, visitor: Visitor
) -> responses.HintResponse:
    """A good next move, the best one where that is known within a second, and how many follow."""
    board, goal = read_board_and_goal(body, server.settings)
    return responses.HintResponse(**await server.hints.hint(board, goal, visitor))


@router.post("/rows", responses=WITH_BODY, tags=["searches"])
async def rows(body: requests.RowsRequest, server: Server) -> responses.RowsResponse:
    """The searches that the rows of a comparison stand for, as `slidelab compare --row` reads them.

    A row is an algorithm, and then in any order what is special about it: a heuristic, `graph` or
    `tree`, `fixed`, `random` or `random=SEED`, a preset, `weight=2` and the like.
    """
    return responses.RowsResponse(rows=read_rows(body, server.catalogue, server.settings))


@router.post("/searches", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["searches"])
async def start_search(
    body: requests.SearchRequest, server: Server, visitor: Visitor
) -> responses.StartedResponse:
    """Start a search, or put it in the queue. It is given up when nobody follows its events."""
    job = read_search(body, server.catalogue, server.settings)
    limits = read_limits(body.limits, server.settings, server.settings.pause_seconds)
    return _started_response(server.jobs.submit(job, limits, visitor), server)


@router.get(
    "/searches/{id}/events",
    response_class=Response,
    responses={
        **UNKNOWN,
        **document_problems(HTTPStatus.UNPROCESSABLE_ENTITY),
        200: {
            "description": f"Server-sent events: {', '.join(EVENTS)}; the last two end it.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string"},
                    "itemSchema": event_schema(),
                }
            },
        },
        204: {"description": "Everything has been seen: there is nothing to come back for."},
    },
    tags=["searches"],
)
async def follow_search(
    id: JobId,
    server: Server,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
    keep: Annotated[float, Query(ge=0, le=10)] = 0,
) -> Response:
    """Follow a search. Going away ends it, unless somebody comes back at once, or so soon as
    `keep` says, in seconds."""
    record = server.jobs.find(id)
    seen = last_event_id or ""
    last_seen = int(seen) if seen.isascii() and seen.isdecimal() else 0
    if record.done and last_seen and not record.entries_after(last_seen):
        return Response(status_code=HTTPStatus.NO_CONTENT)
    return event_stream(record, server.jobs, last_seen, keep)


@router.post(
    "/searches/{id}/continue",
    status_code=HTTPStatus.ACCEPTED,
    responses=WITH_BODY | UNKNOWN | document_problems(HTTPStatus.CONFLICT),
    tags=["searches"],
)
async def continue_search(
    id: JobId, body: requests.ContinueRequest, server: Server
) -> responses.StartedResponse:
    """Let a paused search go on from where it stands."""
    record = server.jobs.find(id)
    used = record.counters.get("seconds", 0.0)
    server.jobs.resume(record, longer_limits(used, body.seconds, server.settings))
    return _started_response(record, server)


@router.delete(
    "/searches/{id}",
    status_code=HTTPStatus.NO_CONTENT,
    responses=WITH_BODY | UNKNOWN,
    tags=["searches"],
)
async def stop_search(id: JobId, server: Server) -> None:
    """Stop a search."""
    server.jobs.stop(server.jobs.find(id))


@router.post("/films", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["films"])
async def start_film(
    body: requests.FilmRequest, server: Server, visitor: Visitor
) -> responses.StartedResponse:
    """Run a search with the textbook engine and film everything that it does.

    It is followed like a search: `progress` tells how many events there are, and after `result` the
    film can be fetched at once.
    """
    settings = server.settings
    events = min(body.max_events or settings.film_events, settings.film_events)
    job = FilmJob(read_search(body, server.catalogue, settings), events)
    limits = read_limits(body.limits, settings, settings.film_seconds)
    return _started_response(server.jobs.submit(job, limits, visitor, quick=True), server)


@router.get(
    "/films/{id}",
    response_class=Response,
    responses={
        **UNKNOWN,
        **document_problems(HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY),
        200: {
            "model": responses.FilmResponse,
            "description": "The film, always compressed by gzip.",
        },
    },
    tags=["films"],
)
async def fetch_film(id: JobId, server: Server) -> Response:
    """A film that is done. It is kept for a few seconds only."""
    record = server.jobs.find(id)
    if not record.file:
        if record.done:
            raise ApiError(HTTPStatus.NOT_FOUND, "This film was given up. Ask for it again.")
        raise ApiError(HTTPStatus.CONFLICT, "There is no film of this yet.")
    headers = {"Content-Encoding": "gzip", "Cache-Control": "no-store"}
    return Response(record.file, media_type="application/json", headers=headers)


@router.post("/traces", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["searches"])
async def start_trace(
    body: requests.SearchRequest, server: Server, visitor: Visitor
) -> responses.StartedResponse:
    """Run a search with the textbook engine and note its course in a few hundred moments.

    It is followed like a search; its `result` holds, for each moment, the nodes expanded so far,
    the frontier, the greatest depth, the lowest h and the board, and the seconds of the search.
    """
    job = TraceJob(read_search(body, server.catalogue, server.settings))
    limits = read_limits(body.limits, server.settings, server.settings.film_seconds)
    return _started_response(server.jobs.submit(job, limits, visitor, quick=True), server)


@router.post("/reviews", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["boards"])
async def start_review(
    body: requests.ReviewRequest, server: Server, visitor: Visitor
) -> responses.StartedResponse:
    """Find how far from the goal each board of a game was.

    It is followed like a search; its `result` holds the least and the most moves to the goal before
    the first move and after each, `at_least` and `at_most`, which are equal where they are known.
    """
    settings = server.settings
    limits = Limits(seconds=settings.review_seconds, memory=settings.search_memory)
    record = server.jobs.submit(read_review(body, settings), limits, visitor)
    return _started_response(record, server)


@router.post("/proofs", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["proofs"])
async def start_proof(
    body: requests.ProofRequest, server: Server, visitor: Visitor
) -> responses.StartedResponse:
    """Check a heuristic or a formula on every board of a small puzzle, or on many of a larger one.

    It is followed like a search; its `result` is the proof.
    """
    job = read_proof(body, server.catalogue, server.settings)
    limits = Limits(seconds=server.settings.proof_seconds, memory=server.settings.search_memory)
    return _started_response(server.jobs.submit(job, limits, visitor), server)


@router.post("/explanations", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["searches"])
async def start_explanation(
    body: requests.ExplanationRequest, server: Server, visitor: Visitor
) -> responses.StartedResponse:
    """Find the conventions that lead to the numbers that a program printed.

    It is followed like a search: `progress` brings the matches found so far, and its `result` has
    all of them, the board to try next, and where there is no match, what came nearest.
    """
    job = read_explanation(body, server.catalogue, server.settings)
    limits = Limits(seconds=server.settings.proof_seconds, memory=server.settings.search_memory)
    return _started_response(server.jobs.submit(job, limits, visitor), server)


def _started_response(record: JobRecord, server: Server) -> responses.StartedResponse:
    return responses.StartedResponse(id=record.id, position=server.jobs.position(record))
