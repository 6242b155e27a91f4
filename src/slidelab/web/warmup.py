"""Compiling the searches at low priority while the page is already served."""

import logging
from threading import Thread

from slidelab.processes import Reporter, Worker, WorkerDiedError, WorkerOptions
from slidelab.search import Limits
from slidelab.system.progress import Cancelled
from slidelab.web.schemas.responses import CompilingProgress

LOG = logging.getLogger("slidelab.web")

_LOWEST_PRIORITY = 19

_PATIENCE_SECONDS = 3600.0
"""Compiling keeps Python to itself, and on a busy machine the lowest priority has to wait long."""


class WarmupJob:
    """Compile all searches in a worker process; reports the steps done and their total.

    Nothing is reported before something is really compiled: code of an earlier run is only loaded.
    """

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> None:
        """Compile until everything is on disk; kill the process to stop it."""
        from slidelab.engines.compiled.warmup import STEPS, warmup
        from slidelab.system.progress import monitored

        done, compiling = 0, False

        def on_step(doing: str, fraction: float | None) -> None:
            nonlocal done
            done = round((fraction or 0) * len(STEPS))
            if compiling:
                report((done, len(STEPS)))

        def on_progress(doing: str, fraction: float | None) -> None:
            nonlocal compiling
            # Tables are built on the way, too, each time.
            if not compiling and doing.startswith("compiling"):
                compiling = True
                report((done, len(STEPS)))

        with monitored(on_progress, lambda doing, size: None):
            warmup(on_step)


class Warmup:
    """The background compiling of one server."""

    def __init__(self) -> None:
        self.progress: CompilingProgress | None = None
        """None before it starts and when it is done."""
        self._worker: Worker | None = None

    def open(self) -> None:
        """Start compiling. A failure is logged: each search compiles what it needs anyway."""
        options = WorkerOptions(niceness=_LOWEST_PRIORITY, seconds_without_a_turn=_PATIENCE_SECONDS)
        try:
            self._worker = Worker(options)
        except OSError as error:
            LOG.warning("could not start compiling ahead: %s", error)
            return
        self._on_report((0, 0))
        Thread(target=self._run, args=(self._worker,), name="slidelab-warmup", daemon=True).start()

    def close(self) -> None:
        """End it."""
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.kill()

    def _run(self, worker: Worker) -> None:
        try:
            with worker:
                worker.run(WarmupJob(), report=self._on_report)
        except Exception as error:
            closed = self._worker is None and isinstance(error, WorkerDiedError)
            if not closed:
                LOG.warning("compiling ahead stopped: %s", error)
        finally:
            self.progress = None

    def _on_report(self, steps: tuple[int, int]) -> None:
        done, total = steps
        self.progress = CompilingProgress(done=done, total=total)
