"""Inside the supervisor: it starts a program, watches it, ends it, and tells what came of it."""

import gc
import os
import pickle
import re
import shutil
import signal
import sys
from errno import EINVAL, EPERM
from types import FrameType
from typing import BinaryIO

from slidelab.course.sandbox import Found, PatternSearch, ProgramRun, Ran, Wanted, descendants
from slidelab.course.sandbox.bwrap import Bwrap, counts_threads_apart
from slidelab.course.sandbox.cgroup import ControlGroup, remove_abandoned_groups
from slidelab.course.sandbox.folders import WorkingFolder, remove_abandoned
from slidelab.course.sandbox.privileges import can_enter_namespace, choose_user, remove_all_of
from slidelab.course.sandbox.start import Rights, Start, make_environment
from slidelab.course.sandbox.watch import ProgramWatch
from slidelab.system.piped_process import open_pipes

THREADS_TO_COME = 512
"""What else its user may start meanwhile, where the program's own threads cannot be counted apart.
The watch counts those exactly."""


MOST_FOUND = 4_000_000
"""Characters of all matches of one pattern together."""


class Supervisor:
    """Runs one program after another, in bwrap where it is wanted and works."""

    def __init__(self, confined: bool, own: list[str]) -> None:
        descendants.adopt_orphans()
        remove_abandoned()
        remove_abandoned_groups()
        self._bwrap = Bwrap(own) if confined else None
        self.problem = "--no-sandbox" if self._bwrap is None else self._bwrap.problem
        """Why programs are not confined, if so."""
        if self.problem:
            self._bwrap = None
        user = None if self._bwrap is not None else choose_user()
        self._rights = Rights(
            confined=self._bwrap is not None,
            user=user,
            own_namespace=self._bwrap is None and user is None and can_enter_namespace(),
        )

    def run(self, run: ProgramRun, owner: BinaryIO) -> Ran:
        """Run the program; a message from its owner, or the owner's death, ends it early."""
        try:
            with WorkingFolder(
                run.folder if run.builds else None, user=self._rights.user
            ) as folder:
                return self._run_in(folder, run, owner)
        except OSError as error:
            if self._rights.user is not None and error.errno in (EINVAL, EPERM):
                return Ran("not started", note="root can give no files to another user here")
            return Ran("not started", note=str(error))

    def _run_in(self, folder: WorkingFolder, run: ProgramRun, owner: BinaryIO) -> Ran:
        for name, content in run.files:
            folder.put(name, content)
        around = make_environment(folder.work, folder.tmp)
        program = shutil.which(run.command[0], path=around["PATH"])
        if program is None:
            return Ran("not started", note=f"there is no program {run.command[0]!r}")
        # A relative name with a slash would mean another file in the working folder.
        command = [os.path.abspath(program), *run.command[1:]]
        if self._bwrap is not None:
            command = self._bwrap.wrap(run, folder, command)
        group = ControlGroup(run.bounds.memory_bytes, run.bounds.processes)
        rights = self._rights._replace(other_threads=self._count_other_threads())
        start = Start(command, folder.work, around, run.bounds, rights, group)
        try:
            return ProgramWatch(start, run, folder, owner).wait_for_end()
        finally:
            group.remove()
            if rights.user is not None:
                remove_all_of(rights.user)

    def _count_other_threads(self) -> int | None:
        """Threads that the system counts with those of a program; None where bwrap bounds them."""
        if self._rights.confined and counts_threads_apart():
            return None
        if self._rights.own_namespace or self._rights.user is not None:
            return 0
        return descendants.count_user_threads() + THREADS_TO_COME


def search(search: PatternSearch) -> Found:
    """Look for all patterns, in the main thread: only there a signal ends a match.

    A stranger's pattern such as `(a+)+$` may take for ever.
    """
    before = signal.signal(signal.SIGPROF, _end_match)
    texts: list[str | None] = []
    try:
        signal.setitimer(signal.ITIMER_PROF, search.cpu_seconds)
        for wanted in search.asked:
            texts.append(_find(wanted))
    except (TimeoutError, RecursionError, MemoryError):
        return Found(tuple(texts), False)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return Found(tuple(texts), True)


def _find(wanted: Wanted) -> str | None:
    """Find what a pattern matches, or all of its matches, one per line; None for no match."""
    found: list[str] = []
    length = 0
    for match in re.finditer(wanted.pattern, wanted.text):
        group = match.group(1) if match.re.groups else None
        found.append(match.group() if group is None else group)
        length += len(found[-1])
        if not wanted.every:
            break
        if length > MOST_FOUND:  # a pattern that looks ahead can match everything everywhere
            raise MemoryError
    return "\n".join(found) if found else None


def _end_match(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


def main() -> None:
    """Run a supervisor process: answer the owner until the owner is gone."""
    incoming, outgoing = open_pipes()
    gc.disable()  # what never collects leaves its pages shared when it forks
    confined, *own = sys.argv[1:]
    supervisor = Supervisor(confined == "confined", own)

    def send(message: str | Ran | Found) -> None:
        outgoing.write(pickle.dumps(message))
        outgoing.flush()

    try:
        send(supervisor.problem)
        while True:
            message: ProgramRun | PatternSearch | None = pickle.load(incoming)
            if isinstance(message, ProgramRun):
                send(supervisor.run(message, incoming))
            elif message is not None:  # one who cancels may come too late
                send(search(message))
    except (EOFError, BrokenPipeError):
        pass  # the owner is gone


if __name__ == "__main__":
    main()
