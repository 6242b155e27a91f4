"""The engines `gradient` and `gpu`: IDA* with gradient databases, for shortest solutions.

They keep the textbook's promise of a shortest path, not its order: many cores search at once, and
an automaton refuses move sequences that lead nowhere new.
"""

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from slidelab.engines.engine import Engine
from slidelab.engines.patterns.partitions import affordable
from slidelab.puzzle import Board, Move, Shape, parse_moves
from slidelab.search import Counts, SearchRun, SearchSpec, Status
from slidelab.system.cores import available_cores
from slidelab24.outlook import Outlook

if TYPE_CHECKING:
    from slidelab24.checkpoint import Proving
    from slidelab24.proof import OptimalityProof

FEWEST_CELLS, MOST_CELLS = 17, 25
"""Smaller boards are solved in milliseconds without these tables; of larger ones, nobody waits for
a proof."""
CPU_SEQUENCES = 14
"""The length of the sequences in the automaton on the CPU: it fits into a core's cache. A graphics
processor has room for all."""
SECONDS_A_STEP = 0.1
SECONDS_BETWEEN_SAVES = 30.0
UNLIMITED = 1 << 62


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
    ) -> "ProofRun":
        """Start a search. Raises SlidelabError if there is too little memory."""
        from slidelab24.database import open_database
        from slidelab24.kernel import GradientProblem, Subtree
        from slidelab24.search import GradientSearch
        from slidelab24.sequences import open_automaton

        database, automaton = open_database(start.shape, goal.blank), open_automaton(CPU_SEQUENCES)
        problem = GradientProblem.of(start.state, goal.state, database, automaton)
        Subtree(problem, problem.estimate).advance(0)  # compiles
        search = GradientSearch(problem, workers=cores or available_cores())
        return ProofRun(search)


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
    ) -> "ProofRun":
        """Start a search. Raises SlidelabError where there is no graphics processor."""
        from slidelab24.gpu.solver import DeviceSearch

        return ProofRun(DeviceSearch(start, goal))


gradient, gpu = GradientEngine(), GpuEngine()


class ProofRun(SearchRun):
    """A search for a shortest solution, in the form that `slidelab.search.Run` drives."""

    def __init__(self, search: "Proving") -> None:
        self.counts = Counts()
        self._search = search
        self._checkpoint: Path | None = None
        self._saved = monotonic()
        self._count()

    @property
    def outlook(self) -> Outlook:
        """Return the progress within the current bound."""
        return self._search.outlook()

    @property
    def proof(self) -> "OptimalityProof | None":
        """Return what was proved, once a solution is found."""
        return None if self._search.moves is None else self._search.proof()

    def path(self) -> list[Move] | None:
        """Return the solution, once it is found."""
        moves = self._search.moves
        return None if moves is None else list(parse_moves(moves))

    def step(self, budget: int) -> Status | None:
        """Search for a tenth of a second, up to the limit of nodes; do nothing if `budget` is 0."""
        if budget > 0:
            left = UNLIMITED
            if self.limits.nodes is not None:
                left = max(0, self.limits.nodes - self._search.expanded)
            self._search.advance(SECONDS_A_STEP, left)
            if monotonic() > self._saved + SECONDS_BETWEEN_SAVES:
                self.save()
        self._count()
        return None if self._search.moves is None else Status.SOLVED

    def resume(self, checkpoint: Path) -> None:
        """Go on from a file, if it exists, and save the search there now and then.

        Raises CheckpointError if the file cannot be used.
        """
        from slidelab24.checkpoint import restore

        self._checkpoint = checkpoint
        if checkpoint.exists():
            restore(self._search, checkpoint)
            self._count()

    def save(self) -> None:
        """Save the search, if it has a file. Raises OSError if the file cannot be written."""
        from slidelab24.checkpoint import save

        if self._checkpoint is not None:
            save(self._search, self._checkpoint)
            self._saved = monotonic()

    def _count(self) -> None:
        counts, bound = self.counts, self._search.bound
        self.lower_bound = bound
        counts.expanded, counts.generated = self._search.expanded, self._search.expanded + 1
        counts.frontier = counts.max_frontier = counts.max_before_children = bound + 1
        counts.deepest_generated = counts.last_pushed = bound
        counts.deepest_expanded = max(0, bound - 1)
        counts.cost = None if self._search.moves is None else len(self._search.moves)
