"""`python -m slidelab` is the command `slidelab`."""

from slidelab.cli import main

main()
