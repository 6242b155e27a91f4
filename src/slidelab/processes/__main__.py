"""`python -m slidelab.processes` is a worker process; see `slidelab.processes.worker`."""

from slidelab.processes.loop import main

main()
