"""Everything that runs in another process: page searches, proofs, experiments, a person's own code.

A *job* is a picklable object that a worker process carries out; it begins a *work*, which advances
until it is done, fails, or reaches a limit and pauses (`slidelab.processes.jobs`). A job that never
pauses is a `SimpleJob`:

    @dataclass(frozen=True)
    class CountJob(SimpleJob):
        to: int

        def run(self, limits, report, cancelled):
            for number in range(self.to):
                report(number)
                if cancelled():
                    break
            return number

There are four ways to have one done. Each of them notices when the process dies, can kill it, and
leaves no process behind, whatever happens to the owner:

- `run_in_process(job, seconds=60, report=print)` waits for the result. `WorkerClient` keeps the
  process for more: `with WorkerClient() as worker: worker.run(job)`, and `worker.resume(limits)`
  for work that paused.
- `ProcessExecutor(processes)` is a `concurrent.futures.Executor` of local processes, as Dask's
  `client.get_executor()` is one of a cluster: `executor.submit(function, batch)`. A process that
  dies takes one call with it, whose future raises WorkerDiedError; all others go on, and the call
  can be submitted again. After `executor.interrupt()` the function finds `interrupted()` true and
  returns early with what it has.
- `slidelab.processes.tasks.ProcessTask(start, goal, spec)` is a search with the `advance` of a
  `Task`. Searches that call a person's own code are run so, for a call that does not return can be
  ended there.
- `slidelab.processes.pool.WorkerPool` keeps processes warm for a server; what they say arrives in
  its event loop.

Jobs, functions and what they are given must be importable by name: nothing from `__main__`. A
worker ignores Ctrl-C, prints to standard error, and ends when its owner does. When a person's own
function does not return within `slidelab.registry.calls.SECONDS_A_CALL`, the job raises
OwnCodeError, which tells where it was, and the process is gone.
"""

from slidelab.processes.client import WorkerClient, run_in_process
from slidelab.processes.executor import ProcessExecutor, available_cores, interrupted
from slidelab.processes.jobs import (
    Cancelled,
    Job,
    Report,
    SimpleJob,
    Work,
    WorkerDiedError,
    WorkResult,
)
from slidelab.processes.messages import WorkerOptions

__all__ = [
    "Cancelled",
    "Job",
    "ProcessExecutor",
    "Report",
    "SimpleJob",
    "Work",
    "WorkResult",
    "WorkerClient",
    "WorkerDiedError",
    "WorkerOptions",
    "available_cores",
    "interrupted",
    "run_in_process",
]
