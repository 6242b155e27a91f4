"""The statistics of all searches that were recorded, from this page or elsewhere on the machine."""

import logging
from functools import lru_cache
from http import HTTPStatus
from threading import Lock
from time import monotonic
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response

from slidelab.lab.recording import records_trials
from slidelab.lab.stats import Statistics, as_csv, as_json, statistics
from slidelab.lab.store import VERSIONS, Filter, TrialStore
from slidelab.web.errors import document_problems
from slidelab.web.problems import unavailable
from slidelab.web.routes import ALWAYS, Server
from slidelab.web.schemas.responses import StatsResponse

LOG = logging.getLogger("slidelab.web")

_PROBLEMS = document_problems(HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE)

router = APIRouter(prefix="/api", tags=["statistics"], responses=ALWAYS | _PROBLEMS)
_one_at_a_time = Lock()

Word = Annotated[str | None, Query(max_length=40)]


# These are not async: SQLite may have to wait for others, and a thread can do that.


def rows(
    shape: Word = None,
    algorithm: Word = None,
    heuristic: Word = None,
    preset: Word = None,
    version: Annotated[Literal["", *VERSIONS] | None, Query()] = None,  # type: ignore[valid-type]
    engine: Word = None,
) -> list[Statistics]:
    """The statistics of the searches asked for; what is left out or empty is not asked about."""
    asked = (shape, algorithm, heuristic, preset, version, engine)
    chosen = Filter(*(word or None for word in asked))
    try:
        with _one_at_a_time:
            return averages(chosen, int(monotonic()))
    except (OSError, ValueError) as error:
        raise unavailable(
            "The statistics cannot be read just now: 'slidelab store check' tells more."
        ) from error


Rows = Annotated[list[Statistics], Depends(rows)]


@router.get("/stats")
def stats(rows: Rows, server: Server) -> StatsResponse:
    """Averages by everything that was asked for, and by path cost."""
    return StatsResponse(
        recording=server.settings.is_local and _recording(),
        trials=sum(row["trials"] for row in rows),
        rows=rows,
    )


_FORMATS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "json": (as_json, "application/json"),
}


@router.get(
    "/stats.{format}",
    response_class=Response,
    responses={
        200: {"description": "The rows.", "content": {"text/csv": {}, "application/json": {}}}
    },
)
def stats_file(format: Literal["csv", "json"], rows: Rows) -> Response:
    """The same as a file of comma-separated values or of JSON."""
    write, kind = _FORMATS[format]
    name = f'attachment; filename="slidelab-statistics.{format}"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(f"{write(rows)}\n", media_type=kind, headers=headers)


@lru_cache(maxsize=100)
def averages(chosen: Filter, second: int) -> list[Statistics]:
    """Compute the averages, once for each second of the clock, however many ask."""
    with TrialStore(warn=LOG.warning) as store:
        return statistics(store, chosen)


def _recording() -> bool:
    try:
        return records_trials()
    except (OSError, ValueError):
        return False
