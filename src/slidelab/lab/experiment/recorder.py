"""The cells of an experiment as trials in the store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from slidelab import __version__
from slidelab.lab.experiment.grid import Grid
from slidelab.lab.many_boards import FAILED
from slidelab.lab.store import TrialStore
from slidelab.lab.store.trial import COUNTED, as_json, now

_TRIALS = f"""
SELECT :at, 'experiment', replace(board, ' ', ','), goal, shape,
    coalesce(distance, iif(:is_shortest AND status = 'solved', cost, NULL)),
    algorithm, heuristic, :parameters, preset, :conventions, :engine_asked,
    {", ".join(COUNTED)}, :version, :run, cell
FROM other.cells WHERE cell >= :first AND cell < :end AND status <> '{FAILED}'
"""


class Recorder:
    """Copies what is done to the trial store; if that fails, the experiment goes on without."""

    def __init__(self, grid: Grid, run: str, warn: Callable[[str], object]) -> None:
        self._grid = grid
        self._run = run
        self._warn = warn
        self._store: TrialStore | None = None
        with self._tolerant():
            self._store = TrialStore(warn=warn)

    def add(self, cells: range) -> None:
        """Record these cells, which are of one segment, but for those that failed."""
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
        with self._tolerant():
            if self._store is not None:
                self._store.add_from(self._grid.database, _TRIALS, values)

    def catch_up(self, done: int) -> None:
        """Record what an earlier run did and could not record any more before it died."""
        with self._tolerant():
            if self._store is not None and self._store.cells_of(self._run) < done:
                for segment in self._grid.segments:
                    self.add(segment.cells)

    def close(self) -> None:
        """End the use of the store."""
        if self._store is not None:
            self._store.close()

    @contextmanager
    def _tolerant(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            self._warn(f"the trials of this experiment are not recorded: {error}")
            self._store = None
