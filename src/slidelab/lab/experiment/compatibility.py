"""Whether a search and boards go together, found out before anything runs."""

from slidelab.kernels.patterns.partitions import is_partition, partition
from slidelab.lab.experiment.tables import TableError
from slidelab.puzzle import Board
from slidelab.solving import SearchSpec
from slidelab.solving.spec import find_heuristic


def check_compatible(spec: SearchSpec, goal: Board) -> None:
    """Raise TableError when boards that have this goal cannot be searched in this way."""
    try:
        if spec.engine_for(goal.shape) == "textbook" and spec.values.get("cycles"):
            raise ValueError("only the compiled engine can use cycles")
    except ValueError as error:
        raise TableError(error, "engine") from None
    try:
        if spec.heuristic is None:
            return
        if is_partition(spec.heuristic):  # binding them would build the databases
            partition(spec.heuristic, goal.shape.rows, goal.shape.cols, goal.blank)
        else:
            find_heuristic(spec.heuristic).bind(goal, spec.conventions.count_blank)
    except ValueError as error:
        raise TableError(error, "heuristic") from None
