"""The events of a search, for the description of the API: each is named, and carries JSON."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from slidelab.web.errors import ProblemDetails

_COUNTED = "What was counted so far, by the names of the catalogue's counters."


class QueuedEvent(BaseModel):
    """The place in the queue has changed."""

    position: int = Field(description="0 when the search runs.")


class ProgressEvent(BaseModel):
    """How far it is; there may be more, such as an outlook."""

    model_config = ConfigDict(extra="allow")

    counters: dict[str, float] = Field({}, description=_COUNTED)
    doing: str = Field("", description="What is under way before the search, or instead of one.")
    fraction: float | None = Field(None, description="How much of that is done.")
    events: int | None = Field(None, description="How many events a film has so far.")


class ImprovedEvent(BaseModel):
    """There is a better result, and the work goes on."""

    counters: dict[str, float] = Field({}, description=_COUNTED)
    best: dict[str, Any] = Field(description="The best result so far, in the form of `result`.")


class PausedEvent(BaseModel):
    """A limit was reached: the search waits to be continued."""

    model_config = ConfigDict(extra="allow")

    status: str = Field(description="Which limit.")
    counters: dict[str, float] = Field(description=_COUNTED)


class ResultEvent(BaseModel):
    """The end: what came of it, with everything that was asked and counted."""

    model_config = ConfigDict(extra="allow")


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


def event_schema() -> dict[str, Any]:
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
                        "contentSchema": _schema(kind),
                    },
                },
                "required": ["id", "event", "data"],
            }
            for name, kind in EVENTS.items()
        ]
    }


def _schema(kind: type[BaseModel]) -> dict[str, Any]:
    schema = kind.model_json_schema(ref_template="#/components/schemas/{model}")
    schema.pop("$defs", None)  # they are among the components already
    return schema
