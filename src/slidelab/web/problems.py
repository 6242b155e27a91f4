"""Why a request or a job cannot be carried out, in words for the one who asked.

A server sends these as responses (see `errors`); a page without a server shows them itself.
"""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from slidelab.processes import WorkerDiedError
from slidelab.puzzle import PuzzleError

LOG = logging.getLogger("slidelab.web")


class ApiError(Exception):
    """A request that cannot be carried out, and why."""

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
        self.cells = None if cells is None else list(cells)
        self.headers = dict(headers or {})

    def details(self) -> dict[str, Any]:
        """The problem as JSON carries it.

        >>> ApiError(HTTPStatus.NOT_FOUND, "There is no such search.").details()["title"]
        'Not Found'
        """
        return {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": int(self.status),
            "detail": "; ".join(self.problems),
            "problems": self.problems,
            **({} if self.cells is None else {"cells": self.cells}),
        }


def refusal(*problems: str, cells: Sequence[int] | None = None) -> ApiError:
    """A request makes no sense."""
    return ApiError(HTTPStatus.UNPROCESSABLE_ENTITY, *problems, cells=cells)


def unavailable(words: str) -> ApiError:
    """It cannot be done now."""
    return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, words)


def explain_error(error: BaseException) -> ApiError:
    """What is said about an error in a job: nothing of the internals."""
    if isinstance(error, ApiError):
        return error
    if isinstance(error, PuzzleError):
        return refusal(*error.problems)
    if isinstance(error, ValueError):
        return refusal(str(error))
    if isinstance(error, WorkerDiedError):
        return unavailable("The process that ran this search was lost. Start the search again.")
    if isinstance(error, MemoryError):
        return unavailable("It needed more memory than one search may use.")
    LOG.error("a worker could not do its work", exc_info=error)
    return unavailable("Something went wrong inside the search.")
