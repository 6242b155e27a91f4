"""`python -m slidelab.lab.sandbox` is a supervisor; see `slidelab.lab.sandbox.supervisor`."""

from slidelab.lab.sandbox.supervisor import main

main()
