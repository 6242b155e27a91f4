"""Who a program is: a user that owns nothing else, without rights that it could use or regain.

bwrap sees to all of this itself. Without it, what root starts becomes a user of its own, to whom
nothing else on the machine belongs; everybody else's programs stay their user's.
"""

import ctypes
import os
import shutil
import signal
import sys
from contextlib import suppress
from tempfile import gettempdir

HIGH_USERS = 1_900_000_000
"""Nobody is given a number from here on; no number of a process is too high to be added."""
LOW_USERS, NUMBER_OF_LOW_USERS = 61_184, 4_336
"""A container may have 65,536 numbers only. Of these, systemd lends some to services, which
containers seldom have."""

_OPEN_TO_ALL = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")
_DROP_FROM_BOUNDS, _NO_NEW_PRIVILEGES = 24, 38
_CAPABILITIES_VERSION = 0x20080522
_NEW_USER_NAMESPACE = 0x10000000
_REMOVE = 0

_libc = ctypes.CDLL(None, use_errno=True)


def choose_user() -> int | None:
    """Choose the user for programs that this process starts; None if they keep its own.

    No other process that judges has the same, so that each can end all that is its user's.
    """
    if os.geteuid() != 0:
        return None
    low = LOW_USERS + os.getpid() % NUMBER_OF_LOW_USERS
    return low if not _exists(HIGH_USERS) and _exists(low) else HIGH_USERS + os.getpid()


def _exists(number: int) -> bool:
    """Whether users and groups have such a number in this namespace."""
    for kind in ("uid", "gid"):
        with suppress(OSError), open(f"/proc/self/{kind}_map") as file:
            ranges = [[*map(int, line.split())] for line in file]
            if not any(first <= number < first + length for first, _, length in ranges):
                return False
    return True


def become(user: int) -> None:
    """Become this user, without any group but its own; raises OSError where that is denied."""
    os.setgroups([])
    os.setresgid(user, user, user) if sys.platform == "linux" else os.setgid(user)
    os.setresuid(user, user, user) if sys.platform == "linux" else os.setuid(user)


def give_up(user: int | None) -> None:
    """Give up all capabilities for good, and what sudo would give, and become the user, if any."""
    if sys.platform == "linux":
        capability = 0
        while _libc.prctl(_DROP_FROM_BOUNDS, capability, 0, 0, 0) == 0:
            capability += 1
    if user is not None:
        become(user)
    if sys.platform == "linux":
        _libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        header = (ctypes.c_uint32 * 2)(_CAPABILITIES_VERSION, 0)
        none = (ctypes.c_uint32 * 6)()
        _libc.capset(header, none)


def namespaces_count_threads() -> bool:
    """Whether threads in a namespace of users are counted for themselves: Linux 5.14 or later."""
    if sys.platform != "linux":
        return False
    version = os.uname().release.split(".")[:2]
    return all(map(str.isdecimal, version)) and [*map(int, version)] >= [5, 14]


def enter_namespace() -> None:
    """Enter a namespace of users in which this one has the same number; raises OSError if denied.

    The bound on threads then holds for those in it alone, whatever else the user runs.
    """
    numbers = {"uid": os.geteuid(), "gid": os.getegid()}
    if _libc.unshare(_NEW_USER_NAMESPACE) != 0:
        raise OSError(ctypes.get_errno(), "no namespace of users")
    with open("/proc/self/setgroups", "w") as file:
        file.write("deny")
    for kind, number in numbers.items():
        with open(f"/proc/self/{kind}_map", "w") as file:
            file.write(f"{number} {number} 1")


def can_enter_namespace() -> bool:
    """Whether a program's threads can be counted in a namespace, which is tried."""
    if not namespaces_count_threads():
        return False
    process = os.fork()
    if process == 0:
        with suppress(OSError):
            enter_namespace()
            os._exit(0)
        os._exit(1)
    return os.waitpid(process, 0)[1] == 0


def remove_all_of(user: int) -> None:
    """End what a user runs, and remove what it left where everybody can write.

    It is done with that user's own rights, so that nothing else can come to harm.
    """
    process = os.fork()
    if process == 0:
        with suppress(OSError):
            become(user)
            with suppress(OSError):  # there is seldom any process to end
                os.kill(-1, signal.SIGKILL)
            _remove_shared_memory(user)
            _remove_files(user)
        os._exit(0)
    os.waitpid(process, 0)


def _remove_shared_memory(user: int) -> None:
    for kind in ("shm", "sem", "msg"):
        with suppress(OSError), open(f"/proc/sysvipc/{kind}") as file:
            creator = file.readline().split().index("cuid")
            for fields in (line.split() for line in file):
                if int(fields[creator]) == user:
                    number = int(fields[1])
                    arguments = (0, _REMOVE) if kind == "sem" else (_REMOVE, None)
                    getattr(_libc, f"{kind}ctl")(number, *arguments)


def _remove_files(user: int) -> None:
    for place in {*_OPEN_TO_ALL, gettempdir()}:
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                with suppress(OSError):
                    if entry.stat(follow_symlinks=False).st_uid != user:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        shutil.rmtree(entry.path, ignore_errors=True)
                    else:
                        os.unlink(entry.path)
