"""Running a program that nobody trusts: bounded in every way, and nothing of it left behind.

    with Sandbox() as sandbox:
        ran = sandbox.run(ProgramRun(("python3", "driver.py", "bfs", "1,2,5,3,4,0,6,7,8"), folder))

A sandbox is a process of its own, the *supervisor*, which runs one program at a time. It is small
and has one thread, so that it forks quickly and safely; every process that a program leaves behind
becomes its child, so that none gets away; and when its owner dies, it ends the program and itself.

bwrap keeps a program from the rest of the machine, where it is installed and allowed; else there
are limits only, and `Sandbox.problem` says why. What root judges without bwrap runs as a user to
whom nothing else belongs.
"""

from slidelab.course.sandbox.needs import beside, is_below
from slidelab.course.sandbox.sandbox import (
    CANNOT_START,
    Bounds,
    Ended,
    Found,
    ProgramRun,
    Ran,
    Sandbox,
    Wanted,
)

__all__ = [
    "CANNOT_START",
    "Bounds",
    "Ended",
    "Found",
    "ProgramRun",
    "Ran",
    "Sandbox",
    "Wanted",
    "beside",
    "is_below",
]
