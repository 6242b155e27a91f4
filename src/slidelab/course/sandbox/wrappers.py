"""Commands that a program is started through, where the system has them and lets them work.

`bwrap` gives it namespaces of its own: no network, no processes but its own, and a file system
that it can only read, except for its working folder and its `/tmp`. `setpriv` gives a program that
root starts a user of its own, which may read what root reads and write nothing: without it no limit
on processes would hold, for the system does not hold root to one.
"""

import os
import subprocess
from functools import cache
from pathlib import Path
from shutil import which

FIRST_USER = 60_001
USERS = 5_000
"""Numbers that systems leave free for such uses; each supervisor takes one."""

_NO_CAPABILITIES = "-all,+dac_read_search"


def own_user() -> int | None:
    """The user that programs of this supervisor run as, where it can give them one."""
    if os.getuid() != 0:
        return None
    user = FIRST_USER + os.getpid() % USERS
    return user if _works(as_user(user)) else None


def as_user(user: int) -> list[str]:
    """What to put before a command so that it runs as this user."""
    return [
        _path("setpriv"),
        f"--reuid={user}",
        f"--regid={user}",
        "--clear-groups",
        f"--inh-caps={_NO_CAPABILITIES}",
        f"--ambient-caps={_NO_CAPABILITIES}",
        f"--bounding-set={_NO_CAPABILITIES}",
        "--no-new-privs",
    ]


def has_bwrap(base: Path, user: int | None) -> bool:
    """Whether bwrap is installed and may do its work here; containers often forbid it."""
    return _works(in_bwrap(base, base, base, user))


def in_bwrap(folder: Path, work: Path, tmp: Path, user: int | None) -> list[str]:
    """What to put before a command so that it can write to `work` and `tmp` alone."""
    words = [_path("bwrap"), "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev"]
    words += ["--proc", "/proc", "--bind", str(tmp), "/tmp", "--bind", str(tmp), "/dev/shm"]
    # These may lie in /tmp, which has just been covered.
    words += ["--ro-bind", str(folder), str(folder), "--bind", str(work), str(work)]
    words += ["--chdir", str(work), "--unshare-pid", "--unshare-net", "--unshare-ipc"]
    words += ["--unshare-uts", "--unshare-cgroup-try"]
    if user is not None:
        return words + as_user(user)
    return [*words, "--cap-drop", "ALL"] if os.getuid() == 0 else [*words, "--unshare-user"]


@cache
def _path(name: str) -> str:
    return which(name) or name


def _works(words: list[str]) -> bool:
    try:
        ran = subprocess.run(
            [*words, "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ran.returncode == 0
