"""Programs that mean ill: each gets a clear verdict, and nothing of it is left anywhere."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from slidelab.course.sandbox import Bounds, ProgramRun, Sandbox
from slidelab.course.sandbox.needs import TOOLS
from slidelab.course.sandbox.privileges import can_enter_namespace
from slidelab.course.sandbox.start import KEPT
from tests.support.processes import PYTHON_FOR_ALL

TIGHT = Bounds(
    seconds=0.3,
    wall_seconds=600.0,
    memory_bytes=256 * 1024**2,
    output_bytes=200_000,
    disk_bytes=5_000_000,
    processes=24,
)
PATIENT = TIGHT._replace(seconds=20.0)
FORK = "import os, time\nnumber = 0\ntry:\n    while os.fork(): number += 1\n    time.sleep(600)\n"
FORK += "except OSError: print(number, flush=True)\n"

beside_no_others = pytest.mark.xdist_group("hostile class")
"""Where no namespaces are allowed, the system counts all processes of a user."""


@pytest.fixture(scope="module", params=[True, False], ids=["bwrap", "without bwrap"])
def sandbox(request):
    with TemporaryDirectory() as runs:
        os.chmod(runs, 0o755)  # without bwrap, root's programs run as another user
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TMPDIR", runs)
            started = Sandbox(confined=request.param)
        with started as sandbox:
            if request.param and sandbox.problem:
                pytest.skip("bwrap is not installed (make packages), or may not work here")
            sandbox.runs = Path(runs)
            yield sandbox


@pytest.fixture
def run(sandbox, tmp_path):
    def run(program, bounds=PATIENT, **more):
        (tmp_path / "program.py").write_text(program)
        command = (PYTHON_FOR_ALL, str(tmp_path / "program.py"))
        return sandbox.run(ProgramRun(command, str(tmp_path), bounds, **more))

    return run


@pytest.fixture
def run_confined(sandbox, run):
    if not sandbox.is_confined:
        pytest.skip("limits alone do not keep it from this")
    return run


@pytest.fixture
def run_as_somebody_else(sandbox, run):
    if not sandbox.is_confined and not sandbox.changes_user:
        pytest.skip("it can do what its user can")
    return run


def running(mark: str) -> list[str]:
    """The command lines of all processes that hold this text."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if mark in words:
            found.append(words)
    return found


@pytest.mark.nightly
def test_a_harmless_program_is_left_alone(run):
    ran = run(
        "import sys; print(sys.stdin.read()[::-1]); open('out.txt', 'w').write('done'); exit(7)",
        stdin=b"abc",
        output="out.txt",
    )
    assert (ran.ended, ran.status, ran.stdout, ran.output) == ("exit", 7, b"cba\n", b"done")
    assert ran.cpu_seconds > 0


def test_each_run_has_a_fresh_folder(run):
    program = "import os; print(os.listdir()); open('left', 'w')"
    assert run(program).stdout == run(program).stdout == b"[]\n"


def test_files_are_put_into_the_folder(run):
    ran = run("print(open('board.txt').read())", files=(("board.txt", b"1 2 / 3 0"),))
    assert ran.stdout == b"1 2 / 3 0\n"


def test_the_environment_is_small(run):
    ran = run("import os; print(*sorted(os.environ))")
    allowed = {"HOME", "LANG", "LC_ALL", "PATH", "PWD", "TMPDIR", "LC_CTYPE", *TOOLS, *KEPT}
    assert set(ran.stdout.decode().split()) <= allowed


@pytest.mark.nightly
@beside_no_others
def test_forks_for_ever(run, tmp_path):
    ran = run(
        "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n",
        TIGHT,
    )
    assert ran.ended in ("time limit", "process limit")
    assert running(str(tmp_path)) == []


def test_the_processes_of_others_are_not_counted_with_its_own(sandbox, run, tmp_path):
    if sandbox.is_confined:
        pytest.skip("bwrap's own processes are counted, too")
    if not (sandbox.changes_user or can_enter_namespace()):
        pytest.skip("the system counts all processes of a user")
    (tmp_path / "other.py").write_text(FORK + "time.sleep(600)")
    other = ProgramRun((PYTHON_FOR_ALL, str(tmp_path / "other.py")), str(tmp_path), PATIENT)
    with Sandbox(confined=False) as second, ThreadPoolExecutor(1) as thread:
        ends = thread.submit(second.run, other)
        wait_until(lambda: len(running(str(tmp_path / "other.py"))) >= TIGHT.processes)
        ran = run(FORK)
        second.cancel()
        assert ends.result().ended == "cancelled"
    assert (ran.ended, ran.stdout) == ("exit", b"23\n")


@beside_no_others
def test_forks_into_the_background(run, tmp_path):
    ran = run(
        "import os, time\n"
        "for _ in range(5):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork() == 0:\n"
        "            os.setsid()\n"
        "            os.close(1)\n"
        "            time.sleep(600)\n"
        "        os._exit(0)\n"
        "print('gone')\n"
    )
    assert (ran.ended, ran.stdout) == ("exit", b"gone\n")
    assert running(str(tmp_path)) == []


def test_fills_the_disk_with_one_file(run):
    ran = run("f = open('big', 'wb')\nwhile True: f.write(bytes(1_000_000))")
    assert ran.ended == "disk limit"


def test_fills_the_disk_with_many_files(run):
    ran = run(
        "n = 0\nwhile True:\n    n += 1\n    open(f'f{n}', 'wb').write(bytes(500_000))\n",
    )
    assert ran.ended == "disk limit"


@pytest.mark.nightly
def test_nests_folders_by_the_thousand(run, sandbox):
    ran = run("import os\nwhile True:\n    os.mkdir('d'); os.chdir('d')\n")
    assert ran.ended == "disk limit"
    assert list(sandbox.runs.iterdir()) == []


def test_fills_standard_output(run):
    ran = run("while True: print('x' * 10_000)")
    assert ran.ended == "output limit"
    assert len(ran.stdout) == TIGHT.output_bytes


def test_fills_standard_error(run):
    ran = run("import sys\nwhile True: sys.stderr.write('x' * 10_000)")
    assert ran.ended == "output limit"


def test_fills_the_memory(run):
    ran = run("held = []\nwhile True: held.append(bytearray(10_000_000))")
    assert ran.ended == "memory limit"


def test_opens_files_for_ever(run):
    ran = run("held = []\nwhile True: held.append(open('/dev/null'))")
    assert (ran.ended, ran.status) == ("exit", 1)
    assert b"Too many open files" in ran.stderr


@pytest.mark.nightly
def test_ignores_being_asked_to_end(run):
    ran = run(
        "import signal\nfor n in (2, 15, 24, 1): signal.signal(n, signal.SIG_IGN)\n"
        "while True: pass\n",
        TIGHT,
    )
    assert ran.ended == "time limit"


@pytest.mark.nightly
def test_sleeps(run):
    ran = run("import time; time.sleep(600)", PATIENT._replace(wall_seconds=0.2))
    assert ran.ended == "wall-clock limit"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which threads sleep")
def test_sleeping_ends_long_before_the_clock_does(run):
    bounds = PATIENT._replace(wall_seconds=None, idle_seconds=0.2)
    assert run("import time; time.sleep(600)", bounds).ended == "idle limit"
    assert run("while True: pass", bounds._replace(seconds=0.3)).ended == "time limit"
    said_otherwise = bounds._replace(wall_seconds=600.0)
    assert run("import time; time.sleep(0.6)", said_otherwise).ended == "exit"


def test_shares_its_processor_time_among_processes(run):
    """Each of them uses less than all together may."""
    ran = run(
        "import os, time\n"
        "for _ in range(40):\n"
        "    if os.fork() == 0:\n"
        "        while time.process_time() < 0.1: pass\n"
        "        os._exit(0)\n"
        "    os.wait()\n",
        PATIENT._replace(seconds=0.3),
    )
    assert ran.ended == "time limit"


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM])
def test_ends_by_a_signal(run, number):
    ran = run(f"import os; os.kill(os.getpid(), {int(number)})")
    assert ran.ended == "signal"
    assert ran.status == number


def test_writes_outside_its_folder(run_confined, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o777)
    outside.chmod(0o777)
    (tmp_path / "mine.txt").write_text("mine")
    program = (
        "import os, pathlib\n"
        f"for path in ({str(outside / 'new')!r}, {str(tmp_path / 'mine.txt')!r}, "
        "'../outside-too', '/etc/slidelab-was-here', '/tmp/slidelab-was-here'):\n"
        "    try: open(path, 'w').write('hostile')\n"
        "    except OSError: pass\n"
        f"try: os.remove({str(tmp_path / 'mine.txt')!r})\n"
        "except OSError: pass\n"
    )
    assert run_confined(program).ended == "exit"
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert list(outside.iterdir()) == []
    for place in ("/etc", "/tmp"):
        assert not Path(place, "slidelab-was-here").exists()


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("import os; os.symlink('/etc/passwd', 'out.txt')", "cannot be read"),
        ("import os; os.mkfifo('out.txt')", "not a plain file"),
        ("import os; os.mkdir('out.txt')", "not a plain file"),
        ("", "wrote no out.txt"),
    ],
)
def test_its_answer_is_no_file(run, program, words):
    ran = run(program, output="out.txt")
    assert ran.output is None
    assert words in ran.note


def test_does_not_reach_the_network(run_confined):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ran = run_confined(f"import socket; socket.create_connection(('127.0.0.1', {port}), 1)")
    assert (ran.ended, ran.status) == ("exit", 1)


def test_kills_all_that_it_can(run_as_somebody_else):
    mark = f"slidelab-{os.getpid()}-bystander"
    bystander = subprocess.Popen([sys.executable, "-c", "input()", mark], stdin=subprocess.PIPE)
    try:
        run_as_somebody_else("import os, signal; os.kill(-1, signal.SIGKILL)")
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.communicate()


@pytest.mark.nightly
def test_there_is_no_such_program(sandbox, tmp_path):
    ran = sandbox.run(ProgramRun(("no-such-program",), str(tmp_path)))
    assert ran.ended == "not started"
    assert "no-such-program" in ran.note


@pytest.mark.nightly
def test_nothing_is_left_when_the_owner_is_killed(tmp_path):
    mark = f"slidelab-{os.getpid()}-sleeper.py"
    (tmp_path / mark).write_text("import time; time.sleep(600)")
    owner = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from slidelab.course.sandbox import *\n"
            f"run = ProgramRun(({sys.executable!r}, {str(tmp_path / mark)!r}), {str(tmp_path)!r},"
            " Bounds(seconds=500))\n"
            "Sandbox().run(run)",
        ]
    )
    wait_until(lambda: running(f"{sys.executable} {tmp_path / mark}"))
    owner.kill()
    owner.wait()
    wait_until(lambda: not running(mark))


def wait_until(happened) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.2)
