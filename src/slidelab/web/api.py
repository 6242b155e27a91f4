"""The JSON API: the catalogue, quick requests, and jobs as streams of events."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from slidelab.errors import SlidelabError
from slidelab.jobs import Job, JobError
from slidelab.web import work
from slidelab.web.security import problem

_BASE_MEMORY = 1 << 30
"""What Python and its libraries reserve besides what a search counts, in bytes."""
_NICENESS = 10
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_END = object()


class Jobs:
    """Runs jobs in processes of their own, at most `workers` at once."""

    def __init__(self, lab: work.Lab, workers: int) -> None:
        self._lab = lab
        self._workers = workers
        self._free = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers, "job")
        self.count = 0
        """The number of jobs that run or wait."""

    async def events(self, kind: str, request: Any) -> AsyncIterator[str]:
        """Yield the events of a job as lines of JSON; closing the iterator kills its process."""
        loop = asyncio.get_running_loop()
        starting: Future[Job] = Future()
        self.count += 1
        try:
            if self.count > self._workers:
                yield work.write_event("queued", position=self.count - self._workers)
            async with self._free:
                starting = self._threads.submit(self._start, kind, request)
                lines = (await asyncio.wrap_future(starting)).events()
                while (
                    line := await loop.run_in_executor(self._threads, next, lines, _END)
                ) != _END:
                    yield str(line)
        except JobError as error:
            yield work.write_event("error", title="The search was lost", problems=[f"{error}."])
        except Exception as error:
            work.LOG.error("a job failed", exc_info=error)
            problems = ["Something went wrong inside the search; see the server's log."]
            yield work.write_event("error", title="The search failed", problems=problems)
        finally:
            self.count -= 1
            starting.add_done_callback(_kill)  # now, or as soon as it has started

    def _start(self, kind: str, request: Any) -> Job:
        memory = None if self._lab.memory is None else self._lab.memory + _BASE_MEMORY
        return Job(
            work.run_in_child,
            (kind, request, self._lab),
            hang_seconds=None,
            memory_bytes=memory,
            niceness=_NICENESS,
        )


def _kill(starting: Future[Job]) -> None:
    """Kill a job, which also ends the thread that waits for its events."""
    if not starting.cancelled() and not starting.exception():
        starting.result().kill()


def add_api(app: FastAPI, catalogue: dict[str, Any], lab: work.Lab, workers: int) -> None:
    """Add the API and its error messages to the application."""
    router = APIRouter(prefix="/api")
    jobs = Jobs(lab, workers)

    @router.get("/health")
    async def health() -> dict[str, Any]:
        """Return the number of jobs that run or wait."""
        return {"ok": True, "jobs": jobs.count}

    @router.get("/catalogue")
    async def read_catalogue() -> dict[str, Any]:
        """Return algorithms, heuristics, presets, conventions and counters, in words."""
        return catalogue

    def add(kind: str) -> None:
        schema, function = work.KINDS[kind]

        def answer(request: Any) -> dict[str, Any]:
            return function(request, lab, lambda event, **data: None)

        async def run(request: Any) -> StreamingResponse:
            lines = jobs.events(kind, request)
            return StreamingResponse(lines, media_type="application/x-ndjson", headers=_HEADERS)

        is_job = kind not in work.ANSWERS
        endpoint: Any = run if is_job else answer
        endpoint.__annotations__["request"] = schema
        path = f"/jobs/{kind}" if is_job else f"/{kind}"
        router.add_api_route(path, endpoint, methods=["POST"], summary=function.__doc__)

    for kind in work.KINDS:
        add(kind)
    app.include_router(router)
    for error in (RequestValidationError, HTTPException, SlidelabError):
        app.add_exception_handler(error, _answer_error)


async def _answer_error(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, RequestValidationError):
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, *map(_sentence, error.errors()))
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        return problem(status, f"{request.url.path}: {status.description or status.phrase}.")
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, *work.explain_error(error)["problems"])


def _sentence(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "query"))
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{where}: {message}" if where else message
