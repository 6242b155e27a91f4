"""What requests carry. Every field is bounded before anything is made of it."""

from typing import Annotated, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    StrictBool,
    StrictInt,
    model_validator,
)

from slidelab.heuristics._formula import MOST_CHARACTERS
from slidelab.puzzle.shape import MOST_CELLS

LARGEST_INTEGER = 2**53 - 1
"""The largest that JavaScript holds exactly."""

Tile = Annotated[StrictInt, Field(ge=0, lt=MOST_CELLS)]
Cells = Annotated[
    list[Tile],
    Field(
        min_length=4,
        max_length=MOST_CELLS,
        description="The tiles row by row, 0 for the blank.",
        examples=[[1, 2, 5, 3, 4, 0, 6, 7, 8]],
    ),
]
Written = (
    Annotated[StrictInt, Field(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]
    | FiniteFloat
    | Annotated[str, Field(max_length=64)]
    | None
)
ShapeText = Annotated[
    str,
    Field(max_length=16, description="Rows x columns; a square where left out.", examples=["3x3"]),
]
GoalValue = Annotated[
    Annotated[str, Field(max_length=4000)] | Cells,
    Field(description="`blank-first`, `blank-last`, or a board.", examples=["blank-first"]),
]
Name = Annotated[str, Field(min_length=1, max_length=200)]
HeuristicText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_CHARACTERS,
        description="A heuristic of the catalogue, or a formula made of those and of tile costs.",
        examples=["manhattan", "max(manhattan,2*rows[1,2,3])"],
    ),
]
Word = Annotated[str, Field(min_length=1, max_length=40)]
Seed = Annotated[StrictInt, Field(ge=0, le=LARGEST_INTEGER)]
Number = Annotated[StrictInt, Field(ge=0, le=LARGEST_INTEGER)] | Annotated[FiniteFloat, Field(ge=0)]


class RequestModel(BaseModel):
    """A request body; unknown fields are refused, so that a slip does not go unnoticed."""

    model_config = ConfigDict(extra="forbid")


class CheckRequest(RequestModel):
    """A board as a person wrote it: as text in any notation, or cell by cell."""

    text: Annotated[str, Field(max_length=4000)] | None = None
    cells: Annotated[list[Written], Field(max_length=MOST_CELLS)] | None = None
    shape: ShapeText | None = None
    goal: GoalValue = "blank-first"

    @model_validator(mode="after")
    def _one_board(self) -> Self:
        if (self.text is None) == (self.cells is None):
            raise ValueError("give the board either as text or as cells")
        return self


class ScrambleRequest(RequestModel):
    """How to draw a board."""

    shape: ShapeText = "3x3"
    goal: GoalValue = "blank-first"
    seed: Seed | None = Field(None, description="The same seed gives the same board.")
    moves: Annotated[StrictInt, Field(ge=0, le=10_000)] | None = Field(
        None, description="Number of random moves from the goal."
    )
    distance: Annotated[StrictInt, Field(ge=0, le=200)] | None = Field(
        None, description="Draw from the boards at exactly this distance."
    )

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.moves is not None and self.distance is not None:
            raise ValueError("give either moves or distance, not both")
        return self


class BoardRequest(RequestModel):
    """A board and where it is to be brought."""

    cells: Cells
    shape: ShapeText | None = None
    goal: GoalValue = "blank-first"


class ReviewRequest(BoardRequest):
    """A game to look at again."""

    moves: Annotated[str, Field(max_length=20_000, pattern="^[UDLR]*$", examples=["ULL"])] = Field(
        description="The blank's moves from the board on, as letters."
    )


class LimitsSchema(RequestModel):
    """When a search pauses. What is left out is as the server is set."""

    seconds: Annotated[FiniteFloat, Field(gt=0)] | None = None
    nodes: Annotated[StrictInt, Field(gt=0, le=LARGEST_INTEGER)] | None = None


class SpecFields(RequestModel):
    """How to search: the fields of a `SearchSpec`."""

    algorithm: Annotated[Name | None, Field(description="None: what suits the board.")] = None
    heuristic: Annotated[
        HeuristicText | None, Field(description="None: what suits the search.")
    ] = None
    preset: Name = "textbook"
    conventions: dict[Word, StrictBool | Seed | Word | None] = Field(
        default_factory=dict,
        max_length=20,
        description="What to change in the preset's conventions.",
        examples=[{"order": "DRUL"}],
    )
    parameters: dict[Word, StrictBool | Number | Name | None] = Field(
        default_factory=dict,
        max_length=20,
        description="The algorithm's own parameters.",
        examples=[{}],
    )
    engine: Word = "auto"


class RowsRequest(SpecFields):
    """Rows of a comparison in words; the other fields say what holds where a row says nothing."""

    rows: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=200)]],
        Field(
            min_length=1,
            max_length=60,
            description="Each an algorithm, and what is special about it.",
            examples=[["astar manhattan", "bfs random tree"]],
        ),
    ]
    shape: ShapeText = "3x3"


class SearchRequest(SpecFields, BoardRequest):
    """What to search for, and how."""

    limits: LimitsSchema = Field(default_factory=LimitsSchema)
    force: StrictBool = Field(False, description="Search even where there is no solution.")
    repeat: StrictBool = Field(
        False, description="Repeat a search that is too short to be timed, and take the median."
    )


class FilmRequest(SearchRequest):
    """A search to film."""

    max_events: Annotated[StrictInt, Field(gt=0, le=LARGEST_INTEGER)] | None = None


class ContinueRequest(RequestModel):
    """How much longer a paused search may take."""

    seconds: Annotated[FiniteFloat, Field(ge=1)] = 10.0


class PrintedSchema(RequestModel):
    """What a program printed for a board."""

    cells: Cells
    counts: Annotated[
        dict[Word, Annotated[StrictInt, Field(ge=0, le=LARGEST_INTEGER)]], Field(max_length=20)
    ] = Field(default_factory=dict, examples=[{"expanded": 12}])
    path: Annotated[str, Field(max_length=4000)] | None = None


class ExplanationRequest(RequestModel):
    """Whose numbers are to be explained; the algorithm may be `any`."""

    boards: Annotated[list[PrintedSchema], Field(min_length=1, max_length=20)]
    shape: ShapeText = "3x3"
    goal: GoalValue = "blank-first"
    algorithm: Name = "any"
    heuristic: Name | None = None


class ProofRequest(RequestModel):
    """What to prove: a heuristic by its name, or a formula."""

    heuristic: HeuristicText
    shape: ShapeText = "3x3"
    goal: GoalValue = "blank-first"
    metric: Literal["single", "multi"] = "single"
    count_blank: StrictBool = False
    boards: Annotated[StrictInt, Field(gt=0, le=100)] = Field(
        5, description="How many boards of each distance A* searches with it."
    )
