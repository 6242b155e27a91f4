"""`python -m slidelab.processes` is a worker process; see `slidelab.processes.loop`."""

from slidelab.processes.loop import main

main()
