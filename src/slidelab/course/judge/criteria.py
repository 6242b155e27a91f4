"""What a program is judged by, and how much each of it weighs."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from slidelab.lab.toml import TomlTable, open_toml

Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Weights(TomlTable):
    """The table `[weights]` of a rubric; 0 leaves a criterion out of the score."""

    answers: Weight = Field(
        2.0, description="It ends by itself within its limits, with an answer that can be read."
    )
    path: Weight = Field(3.0, description="Its path is legal and ends at the goal.")
    shortest: Weight = Field(
        3.0, description="Its path is a shortest one, where the algorithm promises that."
    )
    figures: Weight = Field(
        1.0, description="What it says of its path is so, and what the suite demands."
    )
    counts: Weight = Field(
        2.0, description="Its counts are those of a preset, or of conventions that explain them."
    )
    unsolvable: Weight = Field(0.5, description="It reports that a board has no solution.")
    malformed: Weight = Field(0.5, description="It reports that its input is not a valid board.")


class Rubric(TomlTable):
    """The whole file."""

    points: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 100.0
    weights: Weights = Field({}, validate_default=True)


CRITERIA = {name: field.description or "" for name, field in Weights.model_fields.items()}
"""What each criterion means, by its name."""

REFUSALS = {"no solution": "unsolvable", "error": "malformed"}
"""The criteria for boards that have to be refused, by what a suite expects."""

USUAL = Rubric.read({})


def read_rubric(path: Path) -> Rubric:
    """Read the rubric of a TOML file.

    Raises BadFile with everything that is wrong with it, and OSError when it cannot be read.
    """
    with open_toml(path) as values:
        return Rubric.read(values)
