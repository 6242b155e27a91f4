"""The statistics of all searches that were recorded, from this page or elsewhere on the machine."""

import io
import json
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response

from slidelab.lab.settings import records_trials
from slidelab.lab.stats import Statistics
from slidelab.lab.store import Filter
from slidelab.lab.tables import write_csv
from slidelab.web.errors import ApiError, documented
from slidelab.web.schemas.responses import StatsResponse, StatsRow
from slidelab.web.services import Services, services

router = APIRouter(prefix="/api", tags=["statistics"])

_PROBLEMS = documented(
    HTTPStatus.MISDIRECTED_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.SERVICE_UNAVAILABLE,
)

Word = Annotated[str | None, Query(max_length=40)]


async def chosen(
    shape: Word = None, algorithm: Word = None, heuristic: Word = None, engine: Word = None
) -> Filter:
    """Which searches count; those left out or empty are not asked about."""
    return Filter(shape or None, algorithm or None, heuristic or None, engine or None)


Chosen = Annotated[Filter, Depends(chosen)]
Server = Annotated[Services, Depends(services)]


# These are not async: SQLite may have to wait for others, and a thread can do that.


@router.get("/stats", responses=_PROBLEMS)
def stats(chosen: Chosen, server: Server) -> StatsResponse:
    """Averages by algorithm, heuristic and path cost."""
    rows = _rows(chosen, server)
    return StatsResponse(
        recording=server.settings.is_local and _recording(),
        trials=sum(row.trials for row in rows),
        rows=[StatsRow(**row.to_dict()) for row in rows],
    )


@router.get(
    "/stats.csv",
    response_class=Response,
    responses={**_PROBLEMS, 200: {"description": "The rows as CSV.", "content": {"text/csv": {}}}},
)
def stats_csv(chosen: Chosen, server: Server) -> Response:
    """The same as a file of comma-separated values."""
    text = io.StringIO()
    write_csv(text, list(StatsRow.model_fields), _plain(chosen, server))
    return _file(text.getvalue(), "text/csv; charset=utf-8", "slidelab-statistics.csv")


@router.get(
    "/stats.json",
    response_class=Response,
    responses={
        **_PROBLEMS,
        200: {"description": "The rows as JSON.", "content": {"application/json": {}}},
    },
)
def stats_json(chosen: Chosen, server: Server) -> Response:
    """The same as a JSON file."""
    text = json.dumps(_plain(chosen, server), indent=1)
    return _file(text, "application/json", "slidelab-statistics.json")


def _rows(chosen: Filter, server: Services) -> list[Statistics]:
    try:
        return server.averages.rows(chosen)
    except (OSError, ValueError) as error:
        raise ApiError(
            HTTPStatus.SERVICE_UNAVAILABLE, "The statistics cannot be read just now."
        ) from error


def _plain(chosen: Filter, server: Services) -> list[dict[str, Any]]:
    return [row.to_dict() for row in _rows(chosen, server)]


def _recording() -> bool:
    try:
        return records_trials()
    except (OSError, ValueError):
        return False


def _file(text: str, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=kind, headers=headers)
