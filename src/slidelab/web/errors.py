"""Errors as problem details (RFC 9457): a clear sentence and no internals.

A browser that asks for a page gets the same words as a page.
"""

from collections.abc import Mapping
from html import escape
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from slidelab.puzzle import PuzzleError
from slidelab.web.problems import ApiError, explain_error, refusal

MEDIA_TYPE = "application/problem+json"

_NOT_JSON = "The body cannot be read as JSON."
_IN_WORDS = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address cannot be used in this way.",
    HTTPStatus.BAD_REQUEST: _NOT_JSON,
}


class ProblemDetails(BaseModel):
    """Why a request was not carried out."""

    type: str = Field("about:blank", description="Always this: the status says what it is.")
    title: str = Field(description="The status in words.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What is wrong, in a sentence.")
    problems: list[str] = Field(description="Each problem to fix.")
    cells: list[int] | None = Field(
        None, description="The cells concerned, counted from 0, where known."
    )


def document_problems(*statuses: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    """The description of the problems that a route may answer with."""
    schema = {"$ref": f"#/components/schemas/{ProblemDetails.__name__}"}
    return {
        int(status): {"description": status.phrase, "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in statuses
    }


async def answer_error(request: Request, error: Exception) -> Response:
    """The response to any error: its words where they are meant for visitors."""
    return respond(as_api_error(error), request.headers)


def respond(problem: ApiError, asked: Mapping[str, str]) -> Response:
    """The response that tells a problem, to a request with these headers."""
    headers = {**problem.headers, "Cache-Control": "no-store", "Vary": "Accept"}
    if "text/html" in asked.get("accept", ""):
        return HTMLResponse(_write_page(problem), problem.status, headers)
    return JSONResponse(problem.details(), problem.status, headers, MEDIA_TYPE)


def _write_page(problem: ApiError) -> str:
    """The problem as a page that needs no other file: those may be out of reach too."""
    words = "".join(f"<p>{escape(each)}</p>" for each in problem.problems)
    title = escape(problem.status.phrase)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title} · slidelab</title></head>"
        '<body style="font: 1.1rem/1.5 system-ui; max-width: 36em; margin: 15vh auto; '
        f'padding: 0 1em"><main><h1>{title}</h1>{words}</main></body></html>'
    )


HANDLERS: dict[int | type[Exception], Any] = dict.fromkeys(
    (ApiError, PuzzleError, RequestValidationError, HTTPException, Exception), answer_error
)
"""What an application does about the errors raised in it."""


def as_api_error(error: Exception) -> ApiError:
    """The error as shown to a visitor."""
    if isinstance(error, ApiError | PuzzleError):
        return explain_error(error)
    if isinstance(error, RequestValidationError):
        return refusal(*map(_write_sentence, error.errors()))
    if isinstance(error, HTTPException):
        status = HTTPStatus(error.status_code)
        words = _IN_WORDS.get(status, status.description or status.phrase)
        return ApiError(status, words, headers=error.headers)
    return ApiError(HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong on the server.")


def _write_sentence(error: Any) -> str:
    """One of Pydantic's errors in words; what was sent is not repeated."""
    if error["type"] == "json_invalid":
        return _NOT_JSON
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{where}: {message}" if where else message
