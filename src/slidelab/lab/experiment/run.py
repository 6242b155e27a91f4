"""Running an experiment: from a grid to its results, in one go or in several."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from time import perf_counter

from slidelab import __version__
from slidelab.lab.batch_solve import FAILED
from slidelab.lab.experiment.dispatch import Schedule, run_batches
from slidelab.lab.experiment.executors import BatchExecutor, local_executor
from slidelab.lab.experiment.grid import Grid
from slidelab.lab.experiment.run_state import RunState, Summary
from slidelab.lab.recording import COUNTED, as_json, now
from slidelab.lab.results import hold_database
from slidelab.lab.store import Filter, TrialStore
from slidelab.system.progress import Cancelled

_TRIALS = f"""
SELECT :at, 'experiment', replace(board, ' ', ','), goal, shape,
    coalesce(distance, iif(:is_shortest AND status = 'solved', cost, NULL)),
    algorithm, heuristic, :parameters, preset, :conventions, :engine_asked,
    {", ".join(COUNTED)}, :version, :run, cell
FROM other.cells WHERE cell >= :first AND cell < :end AND status <> '{FAILED}'
"""


class Recorder:
    """Copies what is done to the trial store; if that fails, the experiment goes on without."""

    def __init__(self, grid: Grid, run: str, warn: Callable[[str], object], record: bool) -> None:
        self._grid = grid
        self._run = run
        self._warn = warn
        self._store: TrialStore | None = None
        with self._tolerate_errors():
            self._store = TrialStore(warn=warn) if record else None

    def add(self, cells: range) -> None:
        """Record these cells, which are of one segment, but for those that failed."""
        if self._store is None:
            return
        spec = self._grid.segment_of(cells.start).spec
        values = {
            "at": now(),
            "is_shortest": spec.proves_shortest,
            "parameters": as_json(spec.to_dict()["parameters"]),
            "conventions": as_json(spec.to_dict()["conventions"]),
            "engine_asked": spec.engine,
            "version": __version__,
            "run": self._run,
            "first": cells.start,
            "end": cells.stop,
        }
        with self._tolerate_errors():
            self._store.add_from(self._grid.database, _TRIALS, values)

    def catch_up(self, done: int) -> None:
        """Record what an earlier run did and could not record any more before it died."""
        with self._tolerate_errors():
            if self._store is not None and self._store.count(Filter(experiment=self._run)) < done:
                for segment in self._grid.segments:
                    self.add(segment.cells)

    def close(self) -> None:
        """End the use of the store."""
        if self._store is not None:
            self._store.close()

    @contextmanager
    def _tolerate_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            self._warn(f"the trials of this experiment are not recorded: {error}")
            self._store = None


def run_experiment(
    grid: Grid,
    executor: BatchExecutor | None = None,
    *,
    record: bool = True,
    fresh: bool = False,
    on_summary: Callable[[Summary], object] = lambda summary: None,
    cancelled: Cancelled = lambda: False,
    warn: Callable[[str], object] = lambda message: None,
) -> Summary:
    """Do the cells of a grid that are not done yet; the results are in its results file.

    A run that was stopped, or whose process or machine died, goes on when this is called again.
    `executor` runs the searches; unless given, the cores of this machine do. `record` adds the
    cells to the trial store, `fresh` forgets an earlier run, `on_summary` is called several
    times a second with how far it is, and `cancelled` is asked as often whether to end early.

    Raises ValueError when the results file belongs to something else, WorkersDiedError when a
    cell kills its workers, ClusterLostError when a cluster goes, and OSError when results cannot be
    written or another process runs the same experiment. What was done until then is kept.
    """
    with ExitStack() as stack:
        stack.enter_context(hold_database(grid.database, "runs this experiment"))
        state = stack.enter_context(closing(RunState(grid, fresh)))
        if state.ended:
            return state.summary
        recorder = stack.enter_context(closing(Recorder(grid, state.run, warn, record)))
        recorder.catch_up(state.summary.before)
        using = executor or stack.enter_context(local_executor())
        began = perf_counter()
        schedule = Schedule(grid, state.done, using.processes)
        running = stack.enter_context(closing(run_batches(schedule.next, using, cancelled)))
        for finished in running:
            for batch, done in finished:
                if done.outcomes:
                    state.add(batch.first, done.outcomes)
                    recorder.add(range(batch.first, batch.first + len(done.outcomes)))
                    schedule.learn(batch, len(done.outcomes), done.seconds)
            state.summary.seconds = perf_counter() - began
            state.summary.seconds_left = schedule.seconds_left()
            on_summary(state.summary)
        state.end()
    return state.summary
