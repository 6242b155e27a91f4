"""What a program is judged by, and how much each criterion weighs."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from slidelab.course import toml
from slidelab.errors import SlidelabError

Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Weights(toml.Table):
    """The table `[weights]` of a rubric; 0 leaves a criterion out of the score."""

    answers: Weight = 2.0
    path: Weight = 3.0
    shortest: Weight = 3.0
    figures: Weight = 1.0
    counts: Weight = 2.0
    unsolvable: Weight = 0.5
    malformed: Weight = 0.5


class Rubric(toml.Table):
    """The whole file."""

    points: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 100.0
    weights: Weights = Weights()


USUAL = Rubric()

CRITERIA = {
    "answers": "It exits within its limits, with an answer that can be read.",
    "path": "Its path is legal and ends at the goal.",
    "shortest": "Its path is a shortest one, if the algorithm promises that.",
    "figures": "The length that it prints is that of its path, and the suite's figures are met.",
    "counts": "Its counts are those of a preset, or of conventions that explain them.",
    "unsolvable": "It reports that a board has no solution.",
    "malformed": "It rejects input that is not a board.",
}
REFUSALS = {"no solution": "unsolvable", "error": "malformed"}
"""The criteria for boards that have to be refused, by what a suite expects."""


def read_rubric(path: Path) -> Rubric:
    """Read a rubric; raise ValueError with everything that is wrong, and OSError."""
    try:
        return Rubric.read(toml.read_file(path))
    except ValueError as error:
        lines = str(error).splitlines()
        named = (line if line.startswith(path.name) else f"{path.name}: {line}" for line in lines)
        raise SlidelabError("\n".join(named)) from None
