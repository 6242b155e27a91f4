"""The API: what can be chosen, answers about boards, jobs as streams of events, statistics."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from slidelab.errors import SlidelabError
from slidelab.jobs import Job, JobError
from slidelab.lab.rows import Row
from slidelab.lab.trials import VERSIONS, TrialStore, as_csv, records_trials
from slidelab.web import work
from slidelab.web.schemas import StatsRequest
from slidelab.web.security import problem
from slidelab.web.settings import Settings

_QUICK = ("scramble",)
"""Jobs that need not wait behind searches."""
_BASE_MEMORY = 1 << 30
"""What Python and its libraries reserve besides what a search counts, in bytes."""
_NICENESS = 10
_END = object()


class Jobs:
    """Runs jobs in processes of their own, at most `workers` at once."""

    def __init__(self, lab: work.Lab, workers: int) -> None:
        self._lab = lab
        self._free = asyncio.Semaphore(workers)
        self._free_for_quick = asyncio.Semaphore(2)
        self._threads = ThreadPoolExecutor(workers + 2, "job")
        self.running = 0
        self.waiting = 0

    async def events(self, kind: str, request: Any) -> AsyncIterator[str]:
        """Yield the events of a job as lines of JSON; closing the iterator kills its process."""
        free = self._free_for_quick if kind in _QUICK else self._free
        if free.locked():
            yield work.write_event("queued", position=self.waiting + 1)
        self.waiting += 1
        try:
            await free.acquire()
        finally:
            self.waiting -= 1
        self.running += 1
        try:
            async for line in self._follow(kind, request):
                yield line
        finally:
            self.running -= 1
            free.release()

    async def _follow(self, kind: str, request: Any) -> AsyncIterator[str]:
        memory = None if self._lab.memory is None else self._lab.memory + _BASE_MEMORY
        loop = asyncio.get_running_loop()
        job = await loop.run_in_executor(
            self._threads,
            lambda: Job(
                work.run_in_child,
                (kind, request, self._lab),
                hang_seconds=None,
                memory_bytes=memory,
                niceness=_NICENESS,
            ),
        )
        events = job.events()
        try:
            while True:
                line = await loop.run_in_executor(self._threads, next, events, _END)
                if line is _END:
                    return
                yield str(line)
        except JobError as error:
            yield work.write_event("error", title="The search was lost", problems=[f"{error}."])
        except Exception as error:
            work.LOG.error("a job failed", exc_info=error)
            problems = ["Something went wrong inside the search; the server's log says more."]
            yield work.write_event("error", title="The search failed", problems=problems)
        finally:
            job.kill()  # which also lets go the thread that waits for events


def add_api(app: FastAPI, settings: Settings, catalogue: dict[str, Any], lab: work.Lab) -> None:
    """Add the API and its error messages to the application."""
    router = APIRouter(prefix="/api")
    started: list[Jobs] = []

    def jobs() -> Jobs:
        if not started:
            started.append(Jobs(lab, settings.workers))  # here, where there is an event loop
        return started[0]

    @router.get("/health")
    async def health() -> dict[str, Any]:
        """Return how busy the server is."""
        return {"ok": True, "running": jobs().running, "waiting": jobs().waiting}

    @router.get("/catalogue")
    async def read_catalogue() -> dict[str, Any]:
        """Return algorithms, heuristics, presets, conventions and counters, in words."""
        return catalogue

    @router.get("/stats")
    def stats(chosen: Annotated[StatsRequest, Depends()]) -> dict[str, Any]:
        """Return the averages of the recorded searches by path cost."""
        rows = _read_statistics(chosen)
        recording = not settings.public and records_trials()
        return {
            "recording": recording,
            "trials": sum(row["trials"] for row in rows),
            "rows": rows,
            "csv": f"{as_csv(rows)}\n",
        }

    for kind, (read, answer) in work.ASKED.items():
        router.add_api_route(
            f"/{kind}", _make_answer(read, answer, lab), methods=["POST"], summary=answer.__doc__
        )
    for kind, (read, job) in work.JOBS.items():
        router.add_api_route(
            f"/jobs/{kind}",
            _make_job(kind, read, jobs),
            methods=["POST"],
            summary=job.__doc__,
            response_class=StreamingResponse,
        )
    app.include_router(router)
    for error in (RequestValidationError, HTTPException, SlidelabError):
        app.add_exception_handler(error, _answer_error)


def _make_answer(read: Any, answer: Any, lab: work.Lab) -> Any:
    def endpoint(request: Any) -> dict[str, Any]:
        found: dict[str, Any] = answer(request, lab)
        return found

    endpoint.__annotations__["request"] = read
    return endpoint


def _make_job(kind: str, read: Any, jobs: Any) -> Any:
    async def endpoint(request: Any) -> StreamingResponse:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        lines = jobs().events(kind, request)
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)

    endpoint.__annotations__["request"] = read
    return endpoint


def _read_statistics(chosen: StatsRequest) -> list[Row]:
    if chosen.version and chosen.version not in VERSIONS:
        raise SlidelabError(
            f"unknown version {chosen.version!r}; choose from {', '.join(VERSIONS)}"
        )
    with TrialStore() as store:
        return store.averages(**{name: word or None for name, word in vars(chosen).items()})


async def _answer_error(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, RequestValidationError):
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, *map(_sentence, error.errors()))
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        return problem(status, f"{request.url.path}: {status.description or status.phrase}.")
    told = work.explain_error(error)
    more = {"cells": told["cells"]} if "cells" in told else {}
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, *told["problems"], **more)


def _sentence(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "query"))
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{where}: {message}" if where else message
