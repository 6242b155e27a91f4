"""What goes wrong, told as problem+json (RFC 9457): a clear sentence and no internals."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from slidelab.puzzle import PuzzleError

MEDIA_TYPE = "application/problem+json"


class Problem(BaseModel):
    """Why a request was not carried out."""

    type: str = Field("about:blank", description="Always about:blank: the status says what it is.")
    title: str = Field(description="The status in words.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What is wrong, in a sentence.")
    problems: list[str] = Field(description="Each thing that is to be mended.")
    cells: list[int] | None = Field(
        None, description="The cells concerned, counted from 0, where they are known."
    )


class ProblemError(Exception):
    """A request that cannot be carried out."""

    def __init__(
        self,
        status: HTTPStatus,
        *problems: str,
        cells: Sequence[int] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(*problems)
        self.status = status
        self.problems = list(problems)
        self.cells = cells
        self.headers = dict(headers or {})

    def to_dict(self) -> dict[str, Any]:
        """The problem as JSON carries it."""
        return problem_dict(self.status, self.problems, self.cells)


def problem_dict(
    status: HTTPStatus, problems: Sequence[str], cells: Sequence[int] | None = None
) -> dict[str, Any]:
    """A problem as JSON carries it.

    >>> problem_dict(HTTPStatus.NOT_FOUND, ["there is no such search"])["title"]
    'Not Found'
    """
    told: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": "; ".join(problems),
        "problems": list(problems),
    }
    return told if cells is None else told | {"cells": list(cells)}


def problem_response(
    status: HTTPStatus,
    *problems: str,
    cells: Sequence[int] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """The response that tells a problem."""
    return JSONResponse(
        problem_dict(status, problems, cells),
        status_code=status,
        media_type=MEDIA_TYPE,
        headers={**(headers or {}), "Cache-Control": "no-store"},
    )


def documented(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """The description of the problems that a route may answer with."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        int(status): {
            "description": status.phrase,
            "content": {MEDIA_TYPE: {"schema": schema}},
        }
        for status in statuses
    }


def tell_problems(app: FastAPI) -> None:
    """Let every error of the application be told as a problem."""

    @app.exception_handler(ProblemError)
    async def known(request: Request, error: ProblemError) -> JSONResponse:
        return problem_response(
            error.status, *error.problems, cells=error.cells, headers=error.headers
        )

    @app.exception_handler(PuzzleError)
    async def puzzle(request: Request, error: PuzzleError) -> JSONResponse:
        return problem_response(HTTPStatus.UNPROCESSABLE_ENTITY, *error.problems)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        problems = [_sentence(each) for each in error.errors()]
        return problem_response(HTTPStatus.UNPROCESSABLE_ENTITY, *problems)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        status = HTTPStatus(error.status_code)
        detail = _IN_WORDS.get(status, status.description or status.phrase)
        return problem_response(status, detail, headers=error.headers)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        return problem_response(
            HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong on the server."
        )


_IN_WORDS = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address cannot be used in this way.",
    HTTPStatus.BAD_REQUEST: "The body cannot be read as JSON.",
}


def _sentence(error: Any) -> str:
    """One of Pydantic's errors in words; what was sent is not repeated."""
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    message = str(error["msg"]).removeprefix("Value error, ")
    if error["type"] == "json_invalid":
        return "The body cannot be read as JSON."
    return f"{where}: {message}" if where else message
