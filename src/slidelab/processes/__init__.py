"""Everything that runs in another process: page searches, proofs, experiments, a person's own code.

A *job* is a picklable object that a worker process runs:

    @dataclass(frozen=True)
    class CountJob:
        to: int

        def run(self, limits, report, cancelled):
            for number in range(self.to):
                report(number)
                if cancelled():
                    break
            return number

There are three ways to have one done. Each notices when the process dies, can kill it, and leaves
no process behind, whatever happens to the owner:

- `with Worker() as worker:` is one process: `worker.run(job, seconds=60, report=print)` waits for
  the result, and `worker.run(None, limits)` lets a job go on that returned `Paused`;
  `Call(function, args)` is the job of calling a function. Searches that call a person's own code
  are run so (`slidelab.processes.process_search`), for there a call that does not return can be
  ended.
- `ProcessExecutor(processes)` is a `concurrent.futures.Executor` of local processes, as Dask's
  `client.get_executor()` is one of a cluster: `executor.submit(function, batch)`.
- `WorkerPool` keeps processes between jobs, for a server that lends each to one job after another.

Jobs, functions and what they are given must be importable by name: nothing from `__main__`. A
worker ignores Ctrl-C, prints to standard error, and ends when its owner does. When a person's own
function does not return within `slidelab.own_code.SECONDS_A_CALL`, the job raises
OwnCodeError, which tells where it was, and the process is gone.
"""

from slidelab.processes.executor import Call, ProcessExecutor, WorkerPool, is_interrupted
from slidelab.processes.worker import (
    Paused,
    Reporter,
    Worker,
    WorkerDiedError,
    WorkerJob,
    WorkerOptions,
)

__all__ = [
    "Call",
    "Paused",
    "ProcessExecutor",
    "Reporter",
    "Worker",
    "WorkerDiedError",
    "WorkerJob",
    "WorkerOptions",
    "WorkerPool",
    "is_interrupted",
]
