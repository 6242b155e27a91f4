"""The cells of an experiment as trials in the store."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from slidelab import __version__
from slidelab.lab.experiment.batch import FAILED, Outcome
from slidelab.lab.experiment.grid import Segment
from slidelab.lab.store import Trial, TrialStore
from slidelab.lab.store.trial import as_json, now, plain
from slidelab.puzzle import goal_name
from slidelab.puzzle.states import joined


class Recorder:
    """Adds what is done to the trial store; if that fails, the experiment goes on without."""

    def __init__(self, run: str, warn: Callable[[str], object]) -> None:
        self._run = run
        self._warn = warn
        self._store: TrialStore | None = None
        with self._tolerant():
            self._store = TrialStore(warn=warn)

    def recorded(self) -> int:
        """How many cells of this run the store has."""
        with self._tolerant():
            if self._store is not None:
                return self._store.cells_of(self._run)
        return 0

    def add(self, segment: Segment, first: int, outcomes: Sequence[Outcome]) -> None:
        """Record the cells from `first` on, but for those that failed."""
        with self._tolerant():
            if self._store is not None:
                self._store.add(self._trials(segment, first, outcomes))

    def close(self) -> None:
        """End the use of the store."""
        if self._store is not None:
            self._store.close()

    def _trials(self, segment: Segment, first: int, outcomes: Sequence[Outcome]) -> Iterable[Trial]:
        boards, configuration = segment.boards, segment.configuration
        at, shape, goal = now(), str(boards.shape), goal_name(boards.goal)
        parameters = as_json(dict(configuration.parameters))
        conventions = as_json(plain(configuration.conventions))
        is_shortest = configuration.spec.promises_shortest
        for cell, outcome in enumerate(outcomes, start=first):
            if outcome.status == FAILED:
                continue
            index = cell - segment.first
            distance = boards.distances[index]
            counted = outcome[:-1]  # all but the note
            yield Trial._make(
                (
                    at,
                    "experiment",
                    joined(boards.states[index], ","),
                    goal,
                    shape,
                    outcome.cost if distance is None and is_shortest else distance,
                    configuration.algorithm,
                    configuration.heuristic,
                    parameters,
                    configuration.preset,
                    conventions,
                    *counted,
                    __version__,
                    self._run,
                    cell,
                )
            )

    @contextmanager
    def _tolerant(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            self._warn(f"the trials of this experiment are not recorded: {error}")
            self._store = None
