"""Forty hostile submissions beside three honest ones, through the command."""

import csv
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from sysconfig import get_path
from tempfile import TemporaryDirectory

import pytest

import slidelab
from slidelab.course.sandbox import Sandbox
from tests.support.programs import RIGHT

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.xdist_group("hostile class"),  # one class would see the processes of another
    pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc"),
]

RUN = "import sys; from slidelab.cli import main; sys.argv[0] = 'slidelab'; main()"
SUITE = 'board,distance\n"3,1,2,0,4,5,6,7,8",1\n'
SOMEBODY = 10043  # nobody else, so that all that belongs to this number is the class's
MARK = "owned-by-a-submission"
PLACES = (
    *("/", "/dev", "/dev/mqueue", "/dev/shm", "/etc", "/etc/cron.d", "/home", "/media", "/mnt"),
    *("/opt", "/root", "/run", "/run/lock", "/srv", "/tmp", "/usr/local/bin", "/var", "/var/lib"),
    *("/var/spool", "/var/tmp"),
)
KEYS = range(4711, 4714)
"""Of shared memory, semaphores and message queues."""

# What a driver does; each is tried on one board.
DRIVERS = {
    "bomb": "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
    "spin": "while True: pass",
    "sleep": "import time; time.sleep(600)",
    "deaf": "import signal\nfor n in (1, 2, 15, 24): signal.signal(n, signal.SIG_IGN)\n"
    "while True: pass",
    "disk": "f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))",
    "files": "n = 0\nwhile True:\n    n += 1; open(f'f{n}', 'w').write('x')",
    "unlinked": "import os\nheld = []\nwhile True:\n"
    "    held.append(open('f', 'wb')); os.unlink('f')\n    held[-1].write(bytes(8 << 20))",
    "memory": "held = []\nwhile True: held.append(bytearray(50 << 20))",
    "memfd": "import os\nf = os.memfd_create('m')\nwhile True: os.write(f, bytes(16 << 20))",
    "stdout": "while True: print('x' * 100_000)",
    "stderr": "import sys\nwhile True: sys.stderr.write('x' * 100_000)",
    "writes": f"for place in {PLACES!r} + ('..', '../..'):\n"
    f"    try: open(place + '/{MARK}', 'w')\n    except OSError: pass",
    "kills": "import os; os.kill(-1, 9)",
    "kills-parent": "import os; os.kill(os.getppid(), 9)",
    "network": "import socket; socket.create_connection(('127.0.0.1', 22), 1)",
    "listens": "import socket; socket.create_server(('0.0.0.0', 8080)); raise SystemExit(1)",
    "shared": "import ctypes; libc = ctypes.CDLL(None)\n"
    "libc.shmget(4711, 1 << 20, 0o1666); libc.semget(4712, 1, 0o1666); libc.msgget(4713, 0o1666)",
    "daemon": "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
    "        time.sleep(600)",
    "nested": "import os\nwhile True:\n    os.mkdir('d'); os.chdir('d')",
    "link": "import os; os.symlink('/etc/passwd', 'output.txt')",
    "pipe": "import os; os.mkfifo('output.txt')",
    "folder": "import os; os.mkdir('output.txt')",
    "escapes": "import sys; sys.exit('\\x1b]0;owned\\x07\\x1b[2J')",
    "crashes": "import os; os.kill(os.getpid(), 11)",
    "root": "import ctypes, os\nctypes.CDLL(None).unshare(0x10000000)\nos.setuid(0)",
    "mounts": "import ctypes\n"
    "raise SystemExit(-ctypes.CDLL(None).mount(b'x', b'/', b'tmpfs', 0, 0))",
    "settings": "open('/proc/sys/kernel/hostname', 'w').write('owned')",
    "chmod": "import os, sys; os.chmod(os.path.dirname(sys.argv[0]), 0)",
    "removes": "import os, shutil, sys; shutil.rmtree(os.path.dirname(sys.argv[0]))",
    "surrogate": "open('output.txt', 'wb').write(b'path_to_goal: \\xed\\xa0\\x80')",
    "spies": "import os, sys; sys.exit(str(os.listdir('..') + os.listdir(os.path.dirname("
    "os.path.dirname(sys.argv[0])))))",
    "copies": "import os, sys\nhere = os.path.dirname(os.path.dirname(sys.argv[0]))\n"
    "exec(open(here + '/honest1/driver.py').read())",
}

# What a program.toml says; the driver beside it is right.
FILES = {
    "imports": f'[algorithms]\nbfs = "{{folder}}/evil.py"\n# {MARK}',
    "itself": '[algorithms]\nbfs = "program:program.toml"',
    "input": f'[input]\nby = "file"\nfile = "/tmp/{MARK}"\n[algorithms]\nbfs = 1',
    "output": '[answer]\nfile = "../../suite.csv"\n[algorithms]\nbfs = "x"',
    "pattern": "[algorithms]\nbfs = '(a+)+$'",
    "elsewhere": 'command = "python3 ../honest1/driver.py {algorithm} {board}"',
    "shell": f"command = \"sh -c 'touch /tmp/{MARK}; exit 1'\"",
    "build": "build = \"python3 -c 'import sys; sys.exit(chr(27) + chr(91))'\"",
}
HONEST = ("honest1", "honest2", "honest3")


def hand_in(folder: Path) -> int:
    """Write all submissions; returns how many there are."""
    for name in HONEST:
        (folder / name).mkdir(parents=True)
        (folder / name / "driver.py").write_text(RIGHT)
    for name, driver in DRIVERS.items():
        (folder / name).mkdir()
        (folder / name / "driver.py").write_text(driver)
    for name, program in FILES.items():
        (folder / name).mkdir()
        (folder / name / "driver.py").write_text(RIGHT)
        (folder / name / "evil.py").write_text(f"open('/tmp/{MARK}', 'w')")
        text = program.replace("{folder}", str(folder / name))
        (folder / name / "program.toml").write_text(
            text
            if "command" in text
            else f'command = "python3 driver.py {{algorithm}} {{board}}"\n{text}'
        )
    for name in (b"\xff\xfe", b"=cmd()", b"\x1b[31m"):
        (folder / os.fsdecode(name)).mkdir()
    os.mkfifo(folder / "=cmd()" / "driver.py")
    with (folder / "\x1b[31m" / "driver.py").open("wb") as file:
        file.truncate(1 << 40)
    (folder / "closed").mkdir()
    (folder / "closed" / "driver.py").write_text("1 / 0")
    (folder / "closed").chmod(0)
    (folder / "a-link").symlink_to(folder / "honest1", target_is_directory=True)
    return len(HONEST) + len(DRIVERS) + len(FILES) + 4


def state(owner: int) -> dict[str, object]:
    """What a class could leave behind on the machine."""
    return {
        "files": [*listing(owner)],
        "shared": [*system_v(owner)],
        "users": Path("/etc/passwd").read_bytes(),
        "host": os.uname().nodename,
    }


def listing(owner: int) -> Iterator[tuple[str, int, int]]:
    """The places where a program could leave files, and those that bear its mark or are its user's.

    Others write there too: a package manager its locks, say.
    """
    for place in PLACES:
        if not (os.path.isdir(place) and os.access(place, os.R_OK)):
            continue
        about = os.stat(place)
        yield place, about.st_uid, about.st_mode
        for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
            try:
                about = entry.stat(follow_symlinks=False)
            except FileNotFoundError:  # somebody else's, and gone by now
                continue
            if MARK in entry.name or about.st_uid == owner != os.getuid():
                yield entry.path, about.st_uid, about.st_mode


def system_v(owner: int) -> Iterator[str]:
    """The lines of what System V shares between processes."""
    for kind in ("shm", "sem", "msg"):
        for line in Path("/proc/sysvipc", kind).read_text().splitlines()[1:]:
            words = line.split()
            if int(words[0]) in KEYS or (owner and str(owner) in words):
                yield line


def running(folder: Path, owner: int) -> list[str]:
    """The processes that a class has started: all have its folder in PATH or are its user's."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            is_theirs = process.stat().st_uid == owner != os.getuid()
        except OSError:
            continue
        if str(folder).encode() in words or is_theirs:
            found.append(words.decode(errors="replace"))
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """The names of all files below a folder, with what the small plain ones hold."""
    return {
        str(path): path.read_bytes() if path.is_file() and path.stat().st_size < 1e6 else b""
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture(params=["as this user", "as an ordinary user"])
def judge(request):
    """Runs the command in a folder of its own, as somebody."""
    python, packages, first = sys.executable, "", []
    if request.param == "as an ordinary user":
        first, python, packages = become_somebody()
    with TemporaryDirectory() as folder:  # other users may not look into pytest's folders
        os.chmod(folder, 0o755)
        tools = f"{folder}/tools"
        Path(tools).mkdir()

        def judge(*words, path=os.environ["PATH"]):
            return subprocess.run(
                [*first, python, "-c", RUN, "judge", *words],
                capture_output=True,
                text=True,
                timeout=300,
                cwd=folder,
                env={
                    "PATH": path,
                    "PYTHONPATH": packages or os.environ.get("PYTHONPATH", ""),
                    "TMPDIR": folder,
                    "HOME": folder,
                    "SLIDELAB_RECORD": "off",
                },
            )

        judge.folder = Path(folder)
        judge.owner = SOMEBODY if first else os.getuid()
        yield judge


def become_somebody() -> tuple[list[str], str, str]:
    """What starts a command as an ordinary user, a Python for them, and where its packages are."""
    setpriv = shutil.which("setpriv")
    if os.geteuid() != 0 or setpriv is None:
        pytest.skip("only root can become somebody else, with setpriv")
    first = [setpriv, f"--reuid={SOMEBODY}", f"--regid={SOMEBODY}", "--clear-groups"]
    packages = {get_path("purelib"), *(place for place in sys.path if "site-packages" in place)}
    path = os.pathsep.join([str(Path(slidelab.__file__).parents[1]), *packages])
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        tried = [*first, "sh", "-c", f"{python} -c 'import slidelab.cli, pydantic, click'"]
        environment = {"PYTHONPATH": path, "PATH": os.environ["PATH"]}
        if not subprocess.run(tried, capture_output=True, env=environment, cwd="/").returncode:
            return first, python, path
    pytest.skip("this Python is in a folder that other users may not look into")


def judge_class(judge, *more):
    """Judge the class in its folder, twice at a time; returns what was printed, and the table.

    Nothing is left of it but the reports, and nothing that was handed in has changed.
    """
    folder = judge.folder
    (folder / "suite.csv").write_text(SUITE)
    for path in (folder, *folder.rglob("*")):
        os.chown(path, judge.owner, judge.owner, follow_symlinks=False)
    before, handed_in = state(judge.owner), contents(folder / "class")
    done = judge(
        *("--submissions", "class", "--suite", "suite.csv", "-a", "bfs", "--time-limit", "0.2"),
        *("--memory-limit", "256MB", "--jobs", "2", "--reports", "reports", *more),
    )
    assert done.returncode == 0, done.stderr
    assert state(judge.owner) == before
    assert contents(folder / "class") == handed_in
    assert (folder / "suite.csv").read_text() == SUITE
    assert running(folder, judge.owner) == []
    made = {path.name for path in folder.iterdir()} - {"class", "suite.csv", "tools"}
    assert {name for name in made if not name.startswith(("class.", "."))} == {"reports"}
    with (folder / "class.csv").open(encoding="utf-8", newline="") as file:
        return done.stdout, {row["submission"]: row for row in csv.DictReader(file)}


def test_a_hostile_class(judge):
    if problem := Sandbox().problem:
        pytest.skip(problem)
    folder = judge.folder
    number = hand_in(folder / "class")
    printed, rows = judge_class(judge)
    assert len(rows) == number >= 43
    assert {name for name, row in rows.items() if float(row["points"]) == 100.0} == {*HONEST}
    assert rows["imports"]["problem"] != ""
    printed += (folder / "class.csv").read_text()
    printed += "".join(page.read_text() for page in (folder / "reports").iterdir())
    assert not set(printed) & {"\x1b", "\x07"}


A_MATTER_OF_TRUST = (*("writes", "kills", "kills-parent", "shared", "chmod", "removes", "shell"),)
"""Without a sandbox, these do what their user can; as root, that is another user."""


def test_without_a_sandbox_limits_hold_and_all_reports_say_so(judge):
    folder = judge.folder
    hand_in(folder / "class")
    # The limit of the one takes ten seconds, and to read what the other prints takes one of the
    # processor's; stderr has the same limit.
    for name in ("sleep", "stdout", *(A_MATTER_OF_TRUST if judge.owner != 0 else ())):
        shutil.rmtree(folder / "class" / name)
    printed, rows = judge_class(judge, "--no-sandbox")
    # Nothing keeps them from reading what everybody can.
    right = {name for name, row in rows.items() if float(row["points"]) == 100.0}
    assert right - {"copies"} == {*HONEST}
    assert len(rows) >= 30
    said = "(--no-sandbox)"
    assert said in printed
    assert said in (folder / "class.csv").read_text()
    assert all(said in page.read_text() for page in (folder / "reports").iterdir())
