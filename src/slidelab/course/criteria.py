"""What a program is judged by, and how much each criterion weighs."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from slidelab.system import toml

CRITERIA = {
    "answers": 2.0,
    "path": 3.0,
    "shortest": 3.0,
    "figures": 1.0,
    "counts": 2.0,
    "unsolvable": 0.5,
    "malformed": 0.5,
}
"""The criteria with their usual weights."""
REFUSALS = {"no solution": "unsolvable", "error": "malformed"}
"""The criteria for boards that have to be refused, by what a suite expects."""


class Rubric(toml.Table):
    """A TOML file with weights; 0 leaves a criterion out of the score."""

    points: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 100.0
    weights: dict[
        Literal[(*CRITERIA,)],  # type: ignore[valid-type]
        Annotated[float, Field(ge=0, allow_inf_nan=False)],
    ] = Field(default={})

    def weigh(self, criterion: str) -> float:
        """Return the weight of a criterion."""
        return self.weights.get(criterion, CRITERIA[criterion])


USUAL = Rubric()


def read_rubric(path: Path) -> Rubric:
    """Read a rubric; raise ValueError with everything that is wrong, and OSError."""
    with toml.naming(path.name):
        return Rubric.read(toml.read_values(path.read_bytes()))
