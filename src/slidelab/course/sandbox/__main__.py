"""`python -m slidelab.course.sandbox` is a supervisor; see `slidelab.course.sandbox.supervisor`."""

from slidelab.course.sandbox.supervisor import main

main()
