"""Worker processes that wait for their next job."""

from contextlib import suppress

from slidelab.processes.protocol import WorkerDiedError, WorkerOptions
from slidelab.processes.worker import Worker


class WorkerPool:
    """Workers between two jobs. The one that worked last works next: it has most at hand.

    Threads may share it.
    """

    def __init__(self, options: WorkerOptions | None = None) -> None:
        self._options = options
        self._workers: list[Worker] = []
        self._closed = False

    def __len__(self) -> int:
        return len(self._workers)

    def take(self) -> Worker:
        """A worker that is ready, a new one if need be; waits for it.

        Raises OSError or WorkerDiedError when no process can be started.
        """
        while True:
            try:
                worker, is_new = self._workers.pop(), False
            except IndexError:
                worker, is_new = Worker(self._options), True
            if worker.settle():
                return worker
            if is_new:
                raise WorkerDiedError("no worker process can be started")

    def give_back(self, worker: Worker) -> None:
        """Have a worker back whose job has ended, or that is gone."""
        if worker.alive:
            self._workers.append(worker)
        if self._closed:
            self.close()

    def keep(self, wanted: int) -> None:
        """Have so many: end those that have rested longest, or start new ones.

        Raises OSError when no process can be started.
        """
        while len(self._workers) > wanted:
            self._workers.pop(0).kill()
        while len(self._workers) < wanted and not self._closed:
            self._workers.insert(0, Worker(self._options))

    def close(self) -> None:
        """End them, and those that are given back later, and wait until they are gone."""
        self._closed = True
        with suppress(IndexError):  # until there are none
            while True:
                self._workers.pop().close()
