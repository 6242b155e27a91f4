"""The engines `gradient` and `gpu`: IDA* with gradient databases, for shortest solutions.

They keep the textbook's promise of a shortest path, not its order: many cores search at once, and
an automaton refuses move sequences that lead nowhere new.
"""

from slidelab.engines.engine import Engine
from slidelab.engines.patterns.partitions import affordable
from slidelab.puzzle import Board, Shape
from slidelab.search import SearchRun, SearchSpec
from slidelab.system.cores import available_cores

FEWEST_CELLS, MOST_CELLS = 17, 25
"""Smaller boards are solved in milliseconds without these tables; of larger ones, nobody waits for
a proof."""
CPU_SEQUENCES = 14
"""The length of the sequences in the automaton on the CPU: it fits into a core's cache. A graphics
processor has room for all."""


class GradientEngine(Engine):
    """IDA* with gradient databases on all cores."""

    name = "gradient"
    summary = "IDA* with gradient databases on all cores"
    algorithm = "ida"
    heuristic = "auto"

    def objection(self, spec: SearchSpec, shape: Shape) -> str:
        """Return why it cannot run such a search, or an empty text."""
        if spec.algorithm != self.algorithm:
            return f"the engine {self.name} runs ida alone, not {spec.algorithm_name}"
        if shape.cells > MOST_CELLS:
            return f"the engine {self.name} is for boards of up to {MOST_CELLS} cells, not {shape}"
        if spec.heuristic not in (None, "auto", "perfect", affordable(shape)):  # what auto chooses
            return f"the engine {self.name} has its own heuristic: leave it open"
        return ""

    def suits(self, spec: SearchSpec, goal: Board) -> bool:
        """Return whether the engine `auto` leaves such a search to this one."""
        is_proof = spec.algorithm == self.algorithm and goal.shape.cells >= FEWEST_CELLS
        if not is_proof or self.objection(spec, goal.shape):
            return False
        from slidelab24.database import can_open_database

        return can_open_database(goal.shape, goal.blank)

    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
    ) -> SearchRun:
        """Start a search. Raises SlidelabError if there is too little memory."""
        from slidelab24.database import open_database
        from slidelab24.search import GradientSearch
        from slidelab24.sequences import open_automaton

        database, automaton = open_database(start.shape, goal.blank), open_automaton(CPU_SEQUENCES)
        return GradientSearch(start, goal, database, automaton, workers=cores or available_cores())


class GpuEngine(GradientEngine):
    """IDA* with gradient databases on a graphics processor."""

    name = "gpu"
    summary = "IDA* with gradient databases on a graphics processor"

    def suits(self, spec: SearchSpec, goal: Board) -> bool:
        """Return False: this engine is used only if it is asked for."""
        return False

    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
    ) -> SearchRun:
        """Start a search. Raises SlidelabError where there is no graphics processor."""
        from slidelab24.gpu.solver import DeviceSearch

        return DeviceSearch(start, goal)


gradient, gpu = GradientEngine(), GpuEngine()
