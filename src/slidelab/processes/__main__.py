"""`python -m slidelab.processes` is a worker process; see `slidelab.processes.worker_main`."""

from slidelab.processes.worker_main import main

main()
