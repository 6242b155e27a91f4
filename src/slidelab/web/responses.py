"""What responses and the events of a search carry; problems are in `errors`."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from slidelab.web.errors import ProblemDetails

Pair = Annotated[list[int], Field(min_length=2, max_length=2)]


class OpenModel(BaseModel):
    """What may hold more than the fields that are described."""

    model_config = ConfigDict(extra="allow")


class Page(OpenModel):
    """What is to be said about something; `slidelab list NAME --format json` says the same."""

    name: str
    summary: str


class CatalogueResponse(BaseModel):
    """All that can be chosen."""

    version: str
    algorithms: list[Page]
    heuristics: list[Page]
    presets: list[Page]
    conventions: list[Page]
    counters: list[Page]
    terms: list[Page] = Field(description="The glossary.")
    docs: str = Field(description="Where the docs site is; empty where that is not known.")
    engines: list[str]
    formula: dict[str, list[str]] = Field(
        description="What formulas are made of: ways to combine parts, and costs of tiles."
    )
    limits: dict[str, int | float] = Field(description="What a request may use.")
    sizes: dict[str, int] = Field(
        description="The most cells of boards that are solved at once (small), in the fewest moves "
        "within seconds (exact), or in the fewest moves at all (provable)."
    )
    defaults: dict[str, str]


class CheckResponse(BaseModel):
    """Whether a board can be solved, and why."""

    cells: list[int]
    shape: str
    goal: list[int]
    solvable: bool
    reason: str
    inversions: int
    goal_inversions: int
    inversion_pairs: list[Pair] = Field(
        description="Pairs of tiles of which the larger comes first; at most 200."
    )
    blank_row_from_bottom: int
    goal_blank_row_from_bottom: int
    swap: Pair | None = Field(description="Two tiles to swap so that the board becomes solvable.")
    swapped: list[int] | None = Field(description="The board with these tiles swapped.")
    other_goal: str | None = Field(description="A common goal that can be reached instead.")


class ScrambleResponse(BaseModel):
    """A board to solve."""

    cells: list[int]
    shape: str
    seed: int
    distance: int | None = Field(description="How many moves away it is, where that was asked.")


class HintResponse(BaseModel):
    """What to play next, or why that is not known."""

    solved: bool
    moves_left: int | None = None
    move: str | None = Field(None, description="The blank's direction: U, D, L or R.")
    tile: int | None = Field(None, description="The tile that slides.")
    path: str | None = Field(None, description="The whole way to the goal, as letters.")
    at_least: int | None = Field(None, description="The moves that any way needs.")
    by_hand: str | None = Field(None, description="What a person would do first.")
    better_soon: bool = Field(False, description="Whether a shortest way will be known soon.")
    unknown: str | None = Field(None, description="Why there is no hint.")


class StartedResponse(BaseModel):
    """A search that was taken on."""

    id: str = Field(description="Follow it at /api/searches/{id}/events.")
    position: int = Field(description="Its place in the queue; 0 when it runs.")


class RowSearch(BaseModel):
    """The fields of a search's request that say how to search."""

    algorithm: str
    heuristic: str | None
    parameters: dict[str, Any]
    preset: str
    conventions: dict[str, Any] = Field(description="What differs from the preset's.")
    engine: str


class RowPage(BaseModel):
    """A row of a comparison: the searches that it stands for."""

    label: str
    counted_as: str = Field(description="The preset and each deviation from it, in words.")
    promises_shortest: bool = Field(description="Whether a path found is never too long.")
    searches: list[RowSearch] = Field(description="One, or several that differ in their seed.")


class RowsResponse(BaseModel):
    """What rows stand for, all on one engine, so that their times can be compared."""

    rows: list[RowPage]


class StatsResponse(BaseModel):
    """What the recorded searches say."""

    recording: bool = Field(description="Whether searches are being recorded.")
    trials: int = Field(description="How many searches these are.")
    rows: list[dict[str, Any]] = Field(
        description="By what was asked for and by path cost, as `slidelab stats --format json`."
    )


class CompilingProgress(BaseModel):
    """How far the compiling of the searches is."""

    done: int = Field(description="Number of steps done.")
    total: int = Field(description="Number of steps; 0 until one turns out to need compiling.")


class HealthResponse(BaseModel):
    """How busy the server is."""

    ok: bool
    workers: int = Field(description="How many searches can run at once.")
    busy: int = Field(description="How many run.")
    paused: int = Field(description="How many wait to be continued.")
    idle: int = Field(description="How many processes stand ready.")
    queued: int = Field(description="How many searches wait for their turn.")
    compiling: CompilingProgress | None = Field(
        None, description="Progress of the compiling in the background, if it is running."
    )


class FilmNodes(BaseModel):
    """One entry for each node created: base64 of little-endian numbers."""

    parent: str = Field(description="Int32: index of the parent; -1 for a root.")
    move: str = Field(description="Uint8: 0 to 3 for U, D, L, R; 255 for a root.")
    tiles: str | None = Field(
        None, description="Uint16: tiles of each move, where it may be several."
    )
    g: str = Field(description="Int32")
    h: str = Field(description="Float32; NaN where the search does not use it.")
    f: str = Field(description="Float32; NaN where the search does not use it.")
    f64: str | None = Field(None, description="Float64: f exactly, where Float32 rounds it.")


class FilmEvents(BaseModel):
    """One entry for each event: base64 of little-endian numbers."""

    kind: str = Field(description="Uint8: the number of the kind of event.")
    node: str = Field(description="Int32: index of the node concerned; -1 for none.")
    value: str = Field(description="Float64: the bounds, one for each BOUND event in order.")


class FilmResult(BaseModel):
    """The path found."""

    cost: int | None
    moves: str | None


class FilmResponse(BaseModel):
    """A search as it happened."""

    algorithm: str
    heuristic: str | None
    parameters: dict[str, Any]
    start: list[int]
    goal: list[int]
    shape: str
    frontier: str
    ties: str
    weight: float | None
    truncated: bool = Field(description="Whether the search went on after the film was full.")
    status: str
    reason: str
    nodes: FilmNodes
    events: FilmEvents
    subgoals: list[str] = Field(description="What each event of the kind 12 said, in order.")
    roots: dict[str, list[int]] = Field(description="The boards of the nodes without a parent.")
    result: FilmResult


_COUNTED = "What was counted so far, by the names of the catalogue's counters."


class QueuedEvent(BaseModel):
    """The place in the queue has changed."""

    position: int = Field(description="0 when the search runs.")


class ProgressEvent(OpenModel):
    """How far it is; there may be more, such as an outlook."""

    counters: dict[str, float] = Field({}, description=_COUNTED)
    doing: str = Field("", description="What is under way before the search, or instead of one.")
    fraction: float | None = Field(None, description="How much of that is done.")
    events: int | None = Field(None, description="How many events a film has so far.")


class ImprovedEvent(BaseModel):
    """There is a better result, and the work goes on."""

    counters: dict[str, float] = Field({}, description=_COUNTED)
    best: dict[str, Any] = Field(description="The best result so far, in the form of `result`.")


class PausedEvent(OpenModel):
    """A limit was reached: the search waits to be continued."""

    status: str = Field(description="Which limit.")
    counters: dict[str, float] = Field(description=_COUNTED)


class ResultEvent(OpenModel):
    """The end: what came of it, with everything that was asked and counted."""


class ErrorEvent(BaseModel):
    """The end: why nothing came of it."""

    problem: ProblemDetails


EVENTS: dict[str, type[BaseModel]] = {
    "queued": QueuedEvent,
    "progress": ProgressEvent,
    "improved": ImprovedEvent,
    "paused": PausedEvent,
    "result": ResultEvent,
    "error": ErrorEvent,
}


def describe_event() -> dict[str, Any]:
    """What one event of the stream looks like: its fields, and what its data stand for."""
    return {
        "oneOf": [
            {
                "type": "object",
                "title": name,
                "properties": {
                    "id": {"type": "string", "description": "To go on from: Last-Event-ID."},
                    "event": {"const": name},
                    "data": {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": _describe_model(kind),
                    },
                },
                "required": ["id", "event", "data"],
            }
            for name, kind in EVENTS.items()
        ]
    }


def _describe_model(kind: type[BaseModel]) -> dict[str, Any]:
    schema = kind.model_json_schema(ref_template="#/components/schemas/{model}")
    schema.pop("$defs", None)  # they are among the components already
    return schema
