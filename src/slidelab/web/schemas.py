"""What requests carry: plain dataclasses, which FastAPI checks and Pyodide can do without."""

from dataclasses import dataclass, field
from typing import Any, ClassVar


class _Strict:
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


@dataclass
class CheckRequest(_Strict):
    """A board as a person wrote it: as text in any notation, or cell by cell."""

    text: str | None = None
    cells: list[Any] | None = None
    shape: str | None = None
    goal: str | list[int] = "blank-first"


@dataclass
class ScrambleRequest(_Strict):
    """How to draw a board: at random, by a number of moves, or at an exact distance."""

    shape: str = "3x3"
    goal: str | list[int] = "blank-first"
    seed: int | None = None
    moves: int | None = None
    distance: int | None = None


@dataclass
class RowsRequest(_Strict):
    """Rows of a comparison in words; the other fields are their defaults."""

    rows: list[str]
    shape: str = "3x3"
    algorithm: str | None = None
    heuristic: str | None = None
    preset: str = "textbook"
    conventions: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    engine: str = "auto"


@dataclass
class SearchRequest(_Strict):
    """A search; what is None is chosen by the board. Limits are capped by the server's."""

    cells: list[int]
    shape: str | None = None
    goal: str | list[int] = "blank-first"
    algorithm: str | None = None
    heuristic: str | None = None
    preset: str = "textbook"
    conventions: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    engine: str = "auto"
    force: bool = False
    """Search even where there is no solution."""
    seconds: float | None = None
    nodes: int | None = None
    max_events: int | None = None
    """For a film: the most events that it holds."""


@dataclass
class PrintedBoard(_Strict):
    """What a program printed for a board."""

    cells: list[int]
    counts: dict[str, int] = field(default_factory=dict)
    path: str | None = None


@dataclass
class ExplainRequest(_Strict):
    """Numbers to explain; the algorithm may be `any`."""

    boards: list[PrintedBoard]
    shape: str = "3x3"
    goal: str | list[int] = "blank-first"
    algorithm: str = "any"
    heuristic: str | None = None


@dataclass
class ProveRequest(_Strict):
    """A heuristic or a formula to check on every board, or on many of a larger shape."""

    heuristic: str
    shape: str = "3x3"
    goal: str | list[int] = "blank-first"
    count_blank: bool = False
    boards: int = 5
    """How many boards of each distance A* searches with it."""


@dataclass
class CodeRequest(_Strict):
    """A file that a visitor typed; only Pyodide loads it, never the server."""

    name: str
    text: str
    cells: list[int]
    kind: str = "heuristic"
    """What its plain functions are: `heuristic` or `algorithm`."""
    shape: str | None = None
    goal: str | list[int] = "blank-first"


@dataclass
class StatsRequest:
    """Filters of the statistics; empty ones are left out."""

    shape: str = ""
    algorithm: str = ""
    heuristic: str = ""
    preset: str = ""
    version: str = ""
    engine: str = ""
