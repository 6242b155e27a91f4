"""The fields of requests: plain dataclasses, which FastAPI checks and Pyodide can do without."""

from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(kw_only=True)
class Request:
    """Fields of most requests: a shape, if the board alone is ambiguous, and a goal."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    shape: str | None = None
    goal: str | list[int] = "blank-first"


@dataclass(kw_only=True)
class CheckRequest(Request):
    """A board as typed, in any notation."""

    text: str


@dataclass(kw_only=True)
class ScrambleRequest(Request):
    """The distance of a random board from the goal."""

    shape: str = "3x3"
    distance: int


@dataclass(kw_only=True)
class SpecRequest(Request):
    """How to search; for None, a default that suits the board."""

    algorithm: str | None = None
    heuristic: str | None = None
    preset: str = "textbook"
    conventions: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    engine: str = "auto"


@dataclass(kw_only=True)
class RowsRequest(SpecRequest):
    """Rows of a comparison in words; the other fields are their defaults."""

    rows: list[str]
    shape: str = "3x3"


@dataclass(kw_only=True)
class SearchRequest(SpecRequest):
    """A search. Its limits are capped by the server's."""

    cells: list[int]
    force: bool = False
    """Search even if there is no solution."""
    seconds: float | None = None


@dataclass(kw_only=True)
class PrintedBoard:
    """What a program printed for a board."""

    cells: list[int]
    counts: dict[str, int] = field(default_factory=dict)
    path: str | None = None


@dataclass(kw_only=True)
class ExplainRequest(Request):
    """Numbers to explain; the algorithm may be `any`."""

    boards: list[PrintedBoard]
    shape: str = "3x3"
    algorithm: str = "any"
    heuristic: str | None = None


@dataclass(kw_only=True)
class ProveRequest(Request):
    """A heuristic or a formula to check on every board, or on many of a larger shape."""

    heuristic: str
    shape: str = "3x3"


@dataclass(kw_only=True)
class CodeRequest(Request):
    """A file that a visitor typed; only Pyodide loads it, never the server."""

    name: str
    text: str
    cells: list[int]
    kind: str = "heuristic"
    """How its plain functions are used: as `heuristic` or `algorithm`."""


@dataclass(kw_only=True)
class FoundRequest(Request):
    """The result of the page's own solver, to be described by Pyodide."""

    cells: list[int]
    found: dict[str, Any]


@dataclass(kw_only=True)
class StatsRequest:
    """Filters of the statistics."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}

    shape: str | None = None
    algorithm: str | None = None
    heuristic: str | None = None
    preset: str | None = None
