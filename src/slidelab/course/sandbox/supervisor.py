"""Inside the supervisor: it starts a program, watches it, ends it, and tells what came of it."""

import gc
import os
import pickle
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

from slidelab.course.sandbox import descendants
from slidelab.course.sandbox.folders import WorkingFolder, remove_abandoned
from slidelab.course.sandbox.landlock import Landlock
from slidelab.course.sandbox.messages import Cancel, Ran, Ready, Run
from slidelab.course.sandbox.start import Start, environment
from slidelab.course.sandbox.watch import Watch
from slidelab.course.sandbox.wrappers import as_user, has_bwrap, in_bwrap, own_user


class Supervisor:
    """Runs one program after another, each as far from everything else as the system allows."""

    def __init__(self, try_bwrap: bool) -> None:
        descendants.adopt_orphans()
        self._user = own_user()
        remove_abandoned()
        with WorkingFolder(self._user) as folder:
            self._bwrap = try_bwrap and has_bwrap(folder.work, self._user)
        self._landlock = Landlock() if sys.platform == "linux" and not self._bwrap else None
        if self._landlock is not None and not self._landlock.version:
            self._landlock = None
        counts_apart = self._user is not None or (self._bwrap and os.getuid() != 0)
        self._others = 0 if counts_apart else descendants.threads_of_user()
        """Threads that the system counts with those of the program."""

    @property
    def isolation(self) -> str:
        """What keeps a program from the rest of the machine, in words."""
        own = "" if self._user is None else ", a user of its own"
        if self._bwrap:
            return f"bwrap: no network, nothing written outside its folder{own}"
        if self._landlock is not None:
            network = "no TCP" if self._landlock.closes_tcp else "the network is open"
            return f"Landlock: nothing written outside its folder, {network}{own}"
        return (
            "limits alone: install bwrap to keep a program from the network and from writing "
            f"outside its folder{own}"
        )

    def run(self, run: Run, owner: BinaryIO) -> Ran:
        """Run the program; a message from its owner, or the owner's death, ends it early."""
        try:
            return self._run(run, owner)
        except OSError as error:
            return Ran("not started", note=str(error))

    def _run(self, run: Run, owner: BinaryIO) -> Ran:
        with WorkingFolder(self._user, run.folder if run.builds else None) as folder:
            for name, content in run.files:
                folder.put(name, content)
            around = environment(folder.work, folder.tmp)
            command = self._command(run, folder, around["PATH"])
            if command is None:
                return Ran("not started", note=f"there is no program {run.command[0]!r}")
            start = Start(command, folder.work, around, run.bounds, self._others)
            if self._landlock is not None:
                start.landlock = self._landlock
                start.writable = [folder.work, folder.tmp]
            watch = Watch(start, run, folder, owner)
            return watch.until_end()

    def _command(self, run: Run, folder: WorkingFolder, path: str) -> list[str] | None:
        program = shutil.which(run.command[0], path=path)
        if program is None:
            return None
        # A name with a slash that is not absolute would mean another file in the working folder.
        command = [os.path.abspath(program), *run.command[1:]]
        if self._bwrap:
            within = in_bwrap(Path(run.folder), folder.work, folder.tmp, self._user)
            return [*within, *command]
        return command if self._user is None else [*as_user(self._user), *command]


def main() -> None:
    """What a supervisor process runs: it answers its owner until that is gone."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the owner
    gc.disable()  # what never collects leaves its pages shared when it forks
    supervisor = Supervisor(try_bwrap="--without-bwrap" not in sys.argv)

    def send(message: Any) -> None:
        outgoing.write(pickle.dumps(message))
        outgoing.flush()

    try:
        send(Ready(supervisor.isolation))
        while True:
            message: Run | Cancel = pickle.load(incoming)
            if isinstance(message, Run):  # one who cancels may come too late
                send(supervisor.run(message, incoming))
    except (EOFError, BrokenPipeError):
        pass  # the owner is gone
