"""The engines `gradient` and `gpu`: IDA* with gradient databases, for shortest solutions.

They keep the textbook's promise of a shortest path, not its order: many cores search at once, and
an automaton refuses move sequences that lead nowhere new.
"""

from slidelab.engines.engine import Engine
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Shape
from slidelab.search import Run, SearchSpec
from slidelab.system.cores import available_cores

CORNERS = 0, 4, 20, 24
CPU_SEQUENCES = 14
"""The length of the sequences in the automaton on the CPU: it fits into a core's cache. A graphics
processor has room for all."""


class GradientEngine(Engine):
    """IDA* with gradient databases on all cores."""

    name = "gradient"
    summary = "IDA* with gradient databases on all cores, for 5x5"
    algorithm = "ida"
    heuristic = "auto"

    def objection(self, spec: SearchSpec, shape: Shape) -> str:
        """Return why it cannot run such a search, or an empty text."""
        if spec.algorithm != self.algorithm:
            return f"the engine {self.name} runs ida alone, not {spec.algorithm_name}"
        if str(shape) != "5x5":
            return f"the engine {self.name} is for boards of 5x5, not {shape}"
        if spec.heuristic not in (None, "auto", "6-6-6-6"):  # what auto chooses
            return f"the engine {self.name} has its own heuristic: leave it open"
        return ""

    def suits(self, spec: SearchSpec, goal: Board) -> bool:
        """Return whether the engine `auto` leaves such a search to this one."""
        if self.objection(spec, goal.shape) or goal.blank not in CORNERS:
            return False
        from slidelab24.patterns import USUAL
        from slidelab24.tables import can_open

        return can_open(USUAL)

    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
    ) -> Run:
        """Start a search.

        Raises SlidelabError if the blank's goal is not a corner, there is too little memory, or
        there is no graphics processor.
        """
        if goal.blank not in CORNERS:
            raise SlidelabError(
                f"the engine {self.name} needs a goal with the blank in a corner: leave the engine "
                "open for other goals"
            )
        return self._start(start, goal, cores or available_cores())

    def _start(self, start: Board, goal: Board, cores: int) -> Run:
        from slidelab24.patterns import USUAL
        from slidelab24.search import GradientSearch
        from slidelab24.sequences import open_automaton
        from slidelab24.tables import open_tables

        return GradientSearch(start, goal, open_tables(USUAL), open_automaton(CPU_SEQUENCES), cores)


class GpuEngine(GradientEngine):
    """IDA* with gradient databases on a graphics processor."""

    name = "gpu"
    summary = "IDA* with gradient databases on a graphics processor, for 5x5"

    def suits(self, spec: SearchSpec, goal: Board) -> bool:
        """Return False: this engine is used only if it is named."""
        return False

    def _start(self, start: Board, goal: Board, cores: int) -> Run:
        from slidelab24.gpu.solver import DeviceSearch

        return DeviceSearch(start, goal)


gradient, gpu = GradientEngine(), GpuEngine()
