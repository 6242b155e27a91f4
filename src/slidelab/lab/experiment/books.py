"""Keeping the books of a run: every finished batch in the journal, the results and the store."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from slidelab import __version__
from slidelab.lab.experiment.batch import Outcome
from slidelab.lab.experiment.grid import Grid
from slidelab.lab.experiment.journal import Journal
from slidelab.lab.experiment.recorder import Recorder
from slidelab.lab.experiment.results import Results, open_results


@dataclass
class Summary:
    """How far an experiment is."""

    cells: int
    before: int = 0
    """Cells that were done before this run."""
    now: int = 0
    """Cells that this run has done."""
    seconds: float = 0.0
    """The time that this run has taken."""
    seconds_left: float | None = None
    """An estimate of the time that it still needs."""
    statuses: Counter[str] = field(default_factory=Counter)
    """How the searches ended, those before this run too."""

    @property
    def complete(self) -> bool:
        """Whether every cell is done."""
        return self.before + self.now == self.cells


class Books:
    """The journal comes first: what is in it counts as done, and the rest is made from it.

    Opening the books takes up what earlier runs did. Raises ValueError when the results file
    belongs to something else.
    """

    def __init__(
        self, grid: Grid, record: bool, fresh: bool, warn: Callable[[str], object]
    ) -> None:
        self.summary = Summary(grid.cells)
        self.done: list[range] = []
        """The cells that earlier runs did."""
        self._grid = grid
        self._journal = _open_journal(grid, fresh)
        self._results: Results | None = None
        self._recorder: Recorder | None = None
        completed = self._journal.completed
        if completed is not None:
            self.summary.before = grid.cells
            self.summary.statuses.update(completed["statuses"])
            return
        self._results = open_results(grid, self._journal.read)
        self._recall(self._results)
        if record:
            self._recorder = Recorder(self._journal.header["run"], warn)
            self._record_missing(self._recorder)

    def add(self, first: int, outcomes: Sequence[Outcome]) -> None:
        """Enter the outcomes of the cells from `first` on."""
        at = self._journal.add(first, outcomes)
        if self._results is not None:
            self._results.add(first, outcomes, at)
        if self._recorder is not None:
            self._recorder.add(self._grid.segment_of(first), first, outcomes)
        self.summary.now += len(outcomes)
        self.summary.statuses.update(outcome.status for outcome in outcomes)

    def close(self) -> None:
        """Bring everything to the disk; a run that is complete needs its journal no more."""
        if self._recorder is not None:
            self._recorder.close()
        if self._results is None:
            self._journal.close()
            return
        self._results.close()
        if self.summary.complete:
            self._journal.complete({"statuses": self.summary.statuses})
        self._journal.close()

    def _recall(self, results: Results) -> None:
        for at, first, outcomes in self._journal.entries():
            self.done.append(range(first, first + len(outcomes)))
            results.add(first, outcomes, at)
            self.summary.before += len(outcomes)
            self.summary.statuses.update(outcome.status for outcome in outcomes)

    def _record_missing(self, recorder: Recorder) -> None:
        """A process may have died between its entries in the journal and in the store."""
        if recorder.recorded() < self.summary.before:
            for _, first, outcomes in self._journal.entries():
                recorder.add(self._grid.segment_of(first), first, outcomes)


def _open_journal(grid: Grid, fresh: bool) -> Journal:
    path = grid.results.with_name(f"{grid.results.name}.journal")
    journal = None if fresh else Journal.resume(path)
    exists = grid.results.exists()
    if journal is not None:
        if journal.completed is not None and not exists:
            journal = None  # the results were taken away: they are wanted anew
        elif journal.header["grid"] != grid.fingerprint:
            raise ValueError(
                f"{grid.results} holds the results of another grid: name another file, or say "
                "--fresh to replace it"
            )
        elif journal.completed is None and journal.header["slidelab"] != __version__:
            raise ValueError(
                f"{grid.results} was begun by slidelab {journal.header['slidelab']}, and "
                f"{__version__} may count otherwise: name another file, or say --fresh to begin "
                "anew"
            )
    elif exists and not fresh:
        raise ValueError(
            f"{grid.results} exists and is not of this experiment: name another file, or say "
            "--fresh to replace it"
        )
    if journal is not None:
        return journal
    return Journal(path, {"slidelab": __version__, "grid": grid.fingerprint, "run": uuid4().hex})
