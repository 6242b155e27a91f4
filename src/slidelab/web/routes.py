"""The addresses of the API: boards, hints, searches, films and statistics."""

import asyncio
from collections.abc import Callable
from functools import lru_cache, partial
from http import HTTPStatus
from threading import Lock
from time import monotonic
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from slidelab.lab.rows import Row
from slidelab.lab.trials import VERSIONS, TrialStore, as_csv, as_json, records_trials
from slidelab.web import answers, requests, responses
from slidelab.web.errors import document_problems
from slidelab.web.hints import Hints
from slidelab.web.job_manager import JobManager, Warmup
from slidelab.web.job_specs import record_trial
from slidelab.web.jobs import JobRecord, stream_events, wait_unless_gone
from slidelab.web.parsing import extend_limits, read_board_and_goal
from slidelab.web.problems import ApiError, unavailable
from slidelab.web.responses import EVENTS, StartedResponse, describe_event
from slidelab.web.settings import Settings


class Services:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings, catalogue: dict[str, Any]) -> None:
        self.settings = settings
        self.jobs = JobManager(settings)
        self.hints = Hints(self.jobs, settings.hint_seconds)
        self.catalogue = catalogue
        self.warmup = Warmup()
        # The trials are those of the person whose machine this is, not of everybody on the network.
        self.keep = record_trial if settings.is_local else None


async def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


async def visitor(request: Request) -> str:
    """The client, as far as known: the address it comes from."""
    return request.client.host if request.client else ""


Server = Annotated[Services, Depends(services)]
Visitor = Annotated[str, Depends(visitor)]


async def starter(server: Server, visitor: Visitor) -> Callable[..., StartedResponse]:
    """What takes on the job that a body asks for."""

    def start(read: Callable[[Any, Any], answers.Order], body: Any) -> StartedResponse:
        job, limits, quick = read(body, server)
        return _describe_start(server.jobs.submit(job, limits, visitor, quick), server)

    return start


Start = Annotated[Callable[..., StartedResponse], Depends(starter)]
JobId = Annotated[str, Path(min_length=1, max_length=64, description="From the search's start.")]
Word = Annotated[str | None, Query(max_length=40)]

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
UNREADABLE = document_problems(HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE)

router = APIRouter(prefix="/api", responses=ALWAYS)
_one_at_a_time = Lock()


@router.get("/health", tags=["server"])
async def health(server: Server) -> responses.HealthResponse:
    """Whether the server is there, and how busy it is."""
    return responses.HealthResponse(
        ok=True, compiling=server.warmup.progress, **server.jobs.counts()
    )


@router.get("/catalogue", tags=["server"])
async def catalogue(server: Server) -> responses.CatalogueResponse:
    """Algorithms, heuristics, presets, conventions, counters and limits, in words."""
    return responses.CatalogueResponse(**server.catalogue)


@router.post("/check", responses=WITH_BODY, tags=["boards"])
async def check(body: requests.CheckRequest, server: Server) -> responses.CheckResponse:
    """Read a board and say whether it can be solved, and why."""
    return responses.CheckResponse(**answers.check(body, server))


@router.post("/scramble", responses=HEAVY, tags=["boards"])
async def scramble(
    body: requests.ScrambleRequest, server: Server, visitor: Visitor, request: Request
) -> responses.ScrambleResponse:
    """Draw a board that can be solved."""
    drawn, order = answers.scramble(body, server)
    if order is not None:
        asking = asyncio.create_task(server.jobs.ask(order.job, order.limits, visitor))
        drawn["cells"] = await wait_unless_gone(request.receive, asking) or []
    return responses.ScrambleResponse(**drawn)


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
    return responses.RowsResponse(**answers.read_rows(body, server))


@router.post("/searches", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["searches"])
async def start_search(body: requests.SearchRequest, start: Start) -> StartedResponse:
    """Start a search, or put it in the queue. It is given up when nobody follows its events."""
    return start(answers.search, body)


@router.get(
    "/searches/{id}/events",
    response_class=Response,
    responses={
        **UNKNOWN,
        **document_problems(HTTPStatus.UNPROCESSABLE_ENTITY),
        200: {
            "description": f"Server-sent events: {', '.join(EVENTS)}; the last two end it.",
            "content": {
                "text/event-stream": {"schema": {"type": "string"}, "itemSchema": describe_event()}
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
    return stream_events(record, last_seen, partial(server.jobs.notice_leaving, record, keep))


@router.post(
    "/searches/{id}/continue",
    status_code=HTTPStatus.ACCEPTED,
    responses=WITH_BODY | UNKNOWN | document_problems(HTTPStatus.CONFLICT),
    tags=["searches"],
)
async def continue_search(
    id: JobId, body: requests.ContinueRequest, server: Server
) -> StartedResponse:
    """Let a paused search go on from where it stands."""
    record = server.jobs.find(id)
    used = record.counters.get("seconds", 0.0)
    server.jobs.resume(record, extend_limits(used, body.seconds, server.settings))
    return _describe_start(record, server)


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
async def start_film(body: requests.FilmRequest, start: Start) -> StartedResponse:
    """Run a search with the textbook engine and film everything that it does.

    It is followed like a search: `progress` tells how many events there are, and after `result` the
    film can be fetched at once.
    """
    return start(answers.film, body)


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
async def start_trace(body: requests.SearchRequest, start: Start) -> StartedResponse:
    """Run a search with the textbook engine and note its course in a few hundred moments.

    It is followed like a search; its `result` holds, for each moment, the nodes expanded so far,
    the frontier, the greatest depth, the lowest h and the board, and the seconds of the search.
    """
    return start(answers.trace, body)


@router.post("/reviews", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["boards"])
async def start_review(body: requests.ReviewRequest, start: Start) -> StartedResponse:
    """Find how far from the goal each board of a game was.

    It is followed like a search; its `result` holds the least and the most moves to the goal before
    the first move and after each, `at_least` and `at_most`, which are equal where they are known.
    """
    return start(answers.review, body)


@router.post("/proofs", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["proofs"])
async def start_proof(body: requests.ProofRequest, start: Start) -> StartedResponse:
    """Check a heuristic or a formula on every board of a small puzzle, or on many of a larger one.

    It is followed like a search; its `result` is the proof.
    """
    return start(answers.prove, body)


@router.post("/explanations", status_code=HTTPStatus.ACCEPTED, responses=HEAVY, tags=["searches"])
async def start_explanation(body: requests.ExplanationRequest, start: Start) -> StartedResponse:
    """Find the conventions that lead to the numbers that a program printed.

    It is followed like a search: `progress` brings the matches found so far, and its `result` has
    all of them, the board to try next, and where there is no match, what came nearest.
    """
    return start(answers.explain, body)


def _describe_start(record: JobRecord, server: Services) -> StartedResponse:
    return StartedResponse(id=record.id, position=server.jobs.position(record))


# Statistics are not async: SQLite may have to wait for others, and a thread can do that.


def read_statistics(
    shape: Word = None,
    algorithm: Word = None,
    heuristic: Word = None,
    preset: Word = None,
    version: Annotated[Literal["", *VERSIONS] | None, Query()] = None,  # type: ignore[valid-type]
    engine: Word = None,
) -> list[Row]:
    """The statistics of the searches asked for; what is left out or empty is not asked about."""
    names = ("shape", "algorithm", "heuristic", "preset", "version", "engine")
    asked = (shape, algorithm, heuristic, preset, version, engine)
    chosen = tuple((name, word or None) for name, word in zip(names, asked, strict=True))
    try:
        with _one_at_a_time:
            return compute_averages(chosen, int(monotonic()))
    except (OSError, ValueError) as error:
        raise unavailable(f"The statistics cannot be read just now: {error}") from error


Rows = Annotated[list[Row], Depends(read_statistics)]


@router.get("/stats", tags=["statistics"], responses=UNREADABLE)
def stats(rows: Rows, server: Server) -> responses.StatsResponse:
    """Averages by everything that was asked for, and by path cost."""
    return responses.StatsResponse(
        recording=server.settings.is_local and _is_recording(),
        trials=sum(row["trials"] for row in rows),
        rows=rows,
    )


_FORMATS = {"csv": (as_csv, "text/csv; charset=utf-8"), "json": (as_json, "application/json")}


@router.get(
    "/stats.{format}",
    response_class=Response,
    tags=["statistics"],
    responses={
        **UNREADABLE,
        200: {"description": "The rows.", "content": {"text/csv": {}, "application/json": {}}},
    },
)
def stats_file(format: Literal["csv", "json"], rows: Rows) -> Response:
    """The same as a file of comma-separated values or of JSON."""
    write, kind = _FORMATS[format]
    name = f'attachment; filename="slidelab-statistics.{format}"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(f"{write(rows)}\n", media_type=kind, headers=headers)


@lru_cache(maxsize=100)
def compute_averages(chosen: tuple[tuple[str, str | None], ...], second: int) -> list[Row]:
    """Compute the averages, once for each second of the clock, however many ask."""
    with TrialStore() as store:
        return store.averages(**dict(chosen))


def _is_recording() -> bool:
    try:
        return records_trials()
    except (OSError, ValueError):
        return False
