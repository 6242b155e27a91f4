"""Hostile programs: each gets a clear verdict, and nothing of it is left anywhere."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import slidelab
from slidelab.course.confinement import become, choose_user
from slidelab.course.limits import ProgramLimits
from slidelab.course.sandbox import Sandbox, find_problem
from slidelab.system.progress import CancelledError
from tests.support.processes import eventually

LIMITS = ProgramLimits(
    seconds=20.0,
    wall_seconds=600.0,
    memory_bytes=256 << 20,
    disk_bytes=5_000_000,
    files=2_000,
    output_bytes=200_000,
    processes=24,
)
BRIEF = LIMITS.model_copy(update={"seconds": 0.3})
IS_ROOT = os.geteuid() == 0


@pytest.fixture(scope="module", params=[True, False], ids=["bwrap", "without bwrap"])
def place(request):
    found = Sandbox(confined=request.param)
    if found.problem:
        pytest.skip(found.problem)
    return found


@pytest.fixture
def run(place, tmp_path):
    def run(program, limits=LIMITS, **more):
        (tmp_path / "program.py").write_text(program)
        return place.run(["python3", "program.py"], tmp_path, limits=limits, **more)

    return run


@pytest.fixture
def run_confined(place, run):
    if not place.is_confined:
        pytest.skip("limits alone do not keep it from this")
    return run


def running(mark: str) -> list[int]:
    """The processes whose command or environment holds this text."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        except OSError:
            continue
        if mark.encode() in words:
            found.append(int(process.name))
    return found


def test_a_harmless_program_is_left_alone(run):
    program = (
        "import sys; print(sys.stdin.read()[::-1])\nopen('out.txt', 'w').write('done'); exit(7)"
    )
    done = run(program, stdin=b"abc", output="out.txt")
    assert (done.ended, done.status, done.stdout, done.answer) == ("exit", 7, b"cba\n", b"done")
    assert done.cpu_seconds > 0


def test_it_gets_its_input_as_a_file_and_a_small_environment_and_leaves_nothing(run):
    program = "import os; print(open('board.txt').read(), *sorted(os.environ)); open('left', 'w')"
    for _ in range(2):
        words = run(program, stdin=b"1,2,0", input="board.txt").stdout.decode().split()
        assert words[0] == "1,2,0"
        allowed = {"HOME", "LANG", "LC_CTYPE", "PATH", "PWD", "TMPDIR", "JAVA_TOOL_OPTIONS"}
        assert set(words[1:]) <= allowed
        assert run("import os; print(os.path.exists('left'))").stdout == b"False\n"


@pytest.mark.parametrize("status", [127, 255])
def test_an_exit_status_is_neither_a_signal_nor_a_failure_to_start(run, status):
    done = run(f"exit({status})")
    assert (done.ended, done.status) == ("exit", status)


@pytest.mark.parametrize(
    ("program", "ended"),
    [
        ("import sys\nwhile True: sys.stdout.write('x' * 10_000)", "output limit"),
        ("import sys\nwhile True: sys.stderr.write('x' * 10_000)", "output limit"),
        ("import time; time.sleep(600)", "idle limit"),
        ("while True: pass", "time limit"),
        ("import signal\nfor n in (2, 15, 24, 1): signal.signal(n, signal.SIG_IGN)\n"
         "while True: pass", "time limit"),
        ("import os\nf = os.memfd_create('m')\nwhile True: os.write(f, bytes(1 << 20))",
         "memory limit"),
        ("import os\nfor _ in range(20):\n    if os.fork() == 0:\n"
         "        held = os.urandom(1) * (32 << 20)\n"
         "        while True: pass\nwhile True: pass", "memory limit"),
        ("n = 0\nwhile True:\n    n += 1; open(f'f{n}', 'w')", "disk limit"),
        ("import os\nwhile True: os.mkdir('d'); os.chdir('d')", "disk limit"),
    ],
)  # fmt: skip
def test_each_limit_ends_a_run(run, program, ended):
    limits = {
        "time limit": BRIEF,
        "idle limit": LIMITS.model_copy(update={"idle_seconds": 0.2}),
        "memory limit": LIMITS.model_copy(update={"disk_bytes": 1 << 40, "processes": 64}),
    }
    done = run(program, limits.get(ended, LIMITS))
    assert done.ended == ended
    assert len(done.stdout) <= LIMITS.output_bytes


@pytest.mark.parametrize(
    "program",
    [
        "held = []\nwhile True: held.append(bytearray(10_000_000))",
        "f = open('big', 'wb')\nwhile True: f.write(bytes(1_000_000))",
        "n = 0\nwhile True:\n    n += 1; open(f'f{n}', 'wb').write(bytes(500_000))",
        "held = []\nwhile True: held.append(open('/dev/null'))",
    ],
)
def test_the_system_refuses_more_than_a_program_may_have(run, program):
    done = run(program)
    # The system refuses it, unless the watch over the whole run is quicker.
    assert (done.ended, done.status) == ("exit", 1) or done.ended in ("disk limit", "memory limit")


@pytest.mark.nightly
def test_forks_for_ever(run):
    """The kernel refuses more processes: one that counts them would come too late."""
    bomb = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n"
    done = run(bomb, BRIEF)
    assert done.ended in ("time limit", "process limit")
    count = "import os\nn = 0\ntry:\n    while os.fork(): n += 1\n    os._exit(0)\n"
    count += "except OSError: print(n)\n"
    if IS_ROOT:  # its programs have users of their own
        assert 10 < int(run(count).stdout) < LIMITS.processes


def test_processes_in_the_background_end_with_the_run(run, tmp_path):
    done = run(
        "import os, time\n"
        "for _ in range(5):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork() == 0:\n"
        "            os.execv('/bin/sleep', ['sleep', '611'])\n"
        "        os._exit(0)\n"
        "    os.wait()\n"
        "print('gone', flush=True)\n"
    )
    assert (done.ended, done.stdout) == ("exit", b"gone\n")
    assert running("sleep\x00611") == []


def test_all_its_processes_share_the_processor_time(run):
    done = run(
        "import os, time\n"
        "for _ in range(40):\n"
        "    if os.fork() == 0:\n"
        "        while time.process_time() < 0.1: pass\n"
        "        os._exit(0)\n"
        "    os.wait()\n",
        BRIEF,
    )
    assert done.ended == "time limit"


def test_a_run_can_be_cancelled(run):
    with pytest.raises(CancelledError):
        run("while True: pass", cancelled=lambda: True)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGTERM])
def test_ends_by_a_signal(run, number):
    done = run(f"import os; os.kill(os.getpid(), {int(number)})")
    assert (done.ended, done.status) == ("signal", number)


def test_there_is_no_such_program(place, tmp_path):
    done = place.run(["no-such-program"], tmp_path)
    assert done.ended == "not started"
    assert b"no-such-program" in done.stderr


def test_it_sees_its_hidden_files_and_nothing_more(run, tmp_path, place):
    show = ["ls", "-A"]
    assert place.run(show, tmp_path).stdout == b""
    (tmp_path / ".settings").touch()
    assert run("import os; print(*sorted(os.listdir()))").stdout == b".settings program.py\n"


@pytest.mark.parametrize(
    "program",
    [
        "import os; os.symlink('/etc/passwd', 'out.txt')",
        "import os; os.mkfifo('out.txt')",
        "import os; os.mkdir('out.txt')",
        "",
    ],
)
def test_an_answer_is_a_plain_file(run, program):
    assert run(program, output="out.txt").answer is None


def test_system_v_objects_are_refused_or_counted_and_none_is_left(place, run):
    if not (place.is_confined or IS_ROOT):
        pytest.skip("it can do what its user can")
    before = Path("/proc/sysvipc/shm").read_text()
    done = run(
        "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\n"
        "got = [libc.shmget(0, 1 << 20, 0o1666), libc.semget(0, 1, 0o1666)]\n"
        "got.append(libc.msgget(0, 0o1666))\n"
        "print(got)\n"
        "while got[0] >= 0:  # fill, and let go of it\n"
        "    number = libc.shmget(0, 32 << 20, 0o1666)\n"
        "    place = libc.shmat(number, None, 0)\n"
        "    ctypes.memset(place, 1, 32 << 20); libc.shmdt(ctypes.c_void_p(place))\n"
    )
    if place.is_confined:
        assert (done.ended, done.stdout) == ("exit", b"[-1, -1, -1]\n")
    else:
        assert done.ended == "memory limit"
    assert Path("/proc/sysvipc/shm").read_text() == before


def test_it_has_no_capabilities_and_cannot_gain_any(run):
    done = run("print(*[line for line in open('/proc/self/status') if line[:3] in ('Cap', 'NoN')])")
    words = done.stdout.decode().replace(":", "").split()
    sets = dict(zip(words[::2], words[1::2], strict=True))
    if not IS_ROOT:
        sets.pop("CapBnd", None)  # only root can give that up; nothing gains them any more
    if IS_ROOT or sets["NoNewPrivs"] == "1":
        assert sets.pop("NoNewPrivs") == "1"
        assert {int(value, 16) for value in sets.values()} == {0}


def test_it_is_not_root_and_cannot_become_so(run_confined):
    done = run_confined(
        "import ctypes, os\n"
        "print(os.getuid(), ctypes.CDLL(None).unshare(0x10000000))\n"  # CLONE_NEWUSER
        "for change in (os.setuid, os.setgid):\n"
        "    try: change(0)\n"
        "    except OSError: print('refused')\n"
    )
    assert done.stdout == b"1000 -1\nrefused\nrefused\n"


def test_it_reads_and_writes_nothing_but_its_own(run_confined, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    outside.chmod(0o777)
    done = run_confined(
        "import os\n"
        f"for path in ({str(outside / 'new')!r}, __file__, '../out', '/etc/was-here',\n"
        "             '/dev/file', '/proc/sys/kernel/core_pattern', '/file', '/usr/file'):\n"
        "    try: open(path, 'w'); print(path)\n"
        "    except OSError: pass\n"
        "for path in ('/etc/passwd', '/etc/shadow', '/home', '/root', '/srv', '/var', '/sys'):\n"
        "    if os.path.exists(path): print(path)\n"
        "for line in open('/proc/self/mountinfo'):\n"
        "    fields = line.split()\n"
        "    if 'rw' in fields[5].split(',') and fields[4] != '/tmp':\n"
        "        print(fields[4]) if not fields[4].startswith('/dev/') else None\n"
    )
    # Its own folder is in its own /tmp, which is empty again after the run.
    assert done.stdout.decode().split() == ["../out"]
    assert list(outside.iterdir()) == []


def test_it_does_not_reach_the_network_or_other_processes(run_confined, run):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        done = run_confined(f"import socket; socket.create_connection(('127.0.0.1', {port}), 1)")
    assert (done.ended, done.status) == ("exit", 1)
    assert int(run("import os; print(sum(n.isdigit() for n in os.listdir('/proc')))").stdout) < 5


def test_kills_all_that_it_can(place, run):
    if not (place.is_confined or IS_ROOT):
        pytest.skip("it can do what its user can")
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        run("import os, signal; os.kill(-1, signal.SIGKILL)")
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.communicate()


def test_slidelab_is_out_of_reach(run_confined, tmp_path):
    """Wherever it is: here in a system folder too, covered by an empty one."""
    where = Path(slidelab.__file__).parents[1]
    done = run_confined(
        "import os, sys\n"
        f"sys.path += [{str(where)!r}, {str(where / 'src')!r}]\n"
        "for folder, _, files in os.walk('/'):\n"
        "    if not folder.startswith(('/proc', '/sys')) and 'slidelab' in folder and files:\n"
        "        print(folder)\n"
        "try: import slidelab; print(slidelab)\n"
        "except ImportError: pass\n"
    )
    assert done.stdout == b""


def test_what_is_hidden_in_the_folders_of_the_system_is_covered(tmp_path):
    (tmp_path / "bin").mkdir()
    for path in ("package/__init__.py", "suite.csv"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("secret")
    (tmp_path / "own").mkdir()
    command = ["cat", str(tmp_path / "package" / "__init__.py"), str(tmp_path / "suite.csv")]
    hidden = [tmp_path / "package", tmp_path / "suite.csv"]
    seen = Sandbox(tools=[tmp_path])
    if not seen.is_confined:
        pytest.skip(seen.problem)
    assert seen.run(command, tmp_path / "own").stdout == b"secretsecret"
    assert Sandbox(tools=[tmp_path], hidden=hidden).run(command, tmp_path / "own").stdout == b""


def test_a_tool_that_programs_cannot_use_is_rejected(tmp_path):
    with pytest.raises(ValueError, match="no folder bin"):
        Sandbox(tools=[tmp_path])
    (tmp_path / "bin").mkdir()
    tmp_path.chmod(0o700)
    if IS_ROOT:
        with pytest.raises(ValueError, match="another user"):
            Sandbox(tools=[tmp_path])


@pytest.mark.skipif(not IS_ROOT, reason="only root's programs change their user")
def test_without_bwrap_what_root_runs_is_not_root(tmp_path):
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "secret").chmod(0o600)
    (tmp_path / "own").mkdir(mode=0o700)
    (tmp_path / "own" / "program.py").write_text(
        "import os\n"
        "print(*{*os.getresuid(), *os.getresgid(), *os.getgroups(), os.stat('.').st_uid})\n"
        "try: os.setuid(0)\n"
        "except OSError: print('refused')\n"
        f"for path in ({str(tmp_path / 'new')!r}, '../new-file/x', {str(tmp_path / 'secret')!r}):\n"
        "    try: open(path, 'a')\n"
        "    except OSError: print('refused')\n"
        "for place in ('/tmp', '/var/tmp', '/dev/shm'):\n"
        "    os.makedirs(f'{place}/left-{os.getuid()}/below')\n"
    )
    done = Sandbox(confined=False).run(["python3", "program.py"], tmp_path / "own")
    number, *refused = done.stdout.decode().split()
    assert int(number) > 10_000
    assert refused == ["refused"] * 4, done
    for folder in ("/tmp", "/var/tmp", "/dev/shm"):
        assert not Path(folder, f"left-{number}").exists()


def test_a_build_works_in_its_folder(place, tmp_path):
    folder = tmp_path / "copy"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "build.py").write_text("open('src/made', 'w').write('x')\nprint('built')")
    done = place.run(["python3", "src/build.py"], folder, build=True)
    assert (done.ended, done.stdout, done.stderr) == ("exit", b"built\n", b"")
    assert (folder / "src" / "made").read_text() == "x"


def test_java_takes_its_heap_from_the_limit_and_not_from_the_machine(run):
    words = run("import os; print(os.environ['JAVA_TOOL_OPTIONS'])").stdout.decode()
    assert "-Xmx128m" in words
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    done = run(
        "import os; os.execvp('java', ['java', '-version'])",
        LIMITS.model_copy(update={"processes": 128}),
    )
    assert (done.ended, done.status) == ("exit", 0), done
    assert b"Picked up" not in done.stderr


def test_the_reason_why_bwrap_does_not_work_is_named(tmp_path, monkeypatch):
    (tmp_path / "kernel").mkdir()
    setting = tmp_path / "kernel" / "apparmor_restrict_unprivileged_userns"
    setting.write_text("1\n")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert "apt-get install bubblewrap" in find_problem(tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "bwrap").write_text("#!/bin/sh\necho 'setting up uid map' >&2; exit 1\n")
    (tmp_path / "bin" / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.defpath}")
    assert "AppArmor" in find_problem(tmp_path)
    assert "bubblewrap`" not in find_problem(tmp_path)
    setting.write_text("0\n")
    assert "setting up uid map" in find_problem(tmp_path)


@pytest.mark.nightly
def test_nothing_is_left_when_the_judge_is_killed(tmp_path):
    (tmp_path / "program.py").write_text("import time; time.sleep(612)")
    with TemporaryDirectory() as runs:
        Path(runs).chmod(0o755)
        code = (
            "from pathlib import Path\nfrom slidelab.course.sandbox import Sandbox\n"
            f"Sandbox().run(['sh', '-c', 'sleep 612'], Path({str(tmp_path)!r}))"
        )
        owner = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"TMPDIR": runs})
        eventually(lambda: running("sleep\x00612"))
        owner.kill()
        owner.wait()
        eventually(lambda: not running("sleep\x00612"))


@pytest.mark.nightly
def test_a_thousand_honest_runs_exceed_no_limit(place, tmp_path):
    """A measurement of the wrong processes or folders would show in one of hundreds."""
    (tmp_path / "program.py").write_text(
        "open('out', 'w').write('x' * 100)\nprint(sum(range(10**5)))"
    )
    tight = LIMITS.model_copy(update={"seconds": 5.0})
    ends = {
        place.run(["python3", "program.py"], tmp_path, limits=tight, output="out").ended
        for _ in range(1_000)
    }
    assert ends == {"exit"}


@pytest.mark.skipif(not IS_ROOT, reason="only root's programs change their user")
def test_judges_at_the_same_time_never_share_a_user(monkeypatch):
    """Otherwise each would measure and kill the programs of the other."""
    monkeypatch.setattr("slidelab.course.confinement._RUNS", count())
    first = choose_user()
    monkeypatch.setattr("slidelab.course.confinement._RUNS", count())
    with subprocess.Popen([*become(first), "sleep", "60"]) as other:
        eventually(lambda: os.stat(f"/proc/{other.pid}").st_uid == first)
        assert choose_user() != first
        other.kill()


@pytest.mark.skipif(not IS_ROOT, reason="only root's programs change their user")
def test_a_user_that_another_judge_has_chosen_is_not_chosen(monkeypatch):
    """Also before there is a process of that user."""
    same_turn = f"import os; os.getpid = lambda: {os.getpid()}\n"
    source = (
        "from slidelab.course.confinement import choose_user as c\nprint(c(), flush=True)\ninput()"
    )
    command = [sys.executable, "-c", same_turn + source]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as other:
        theirs = int(other.stdout.readline())
        monkeypatch.setattr("slidelab.course.confinement._RUNS", count())
        ours = choose_user()
        other.communicate("\n")
    assert ours != theirs
    monkeypatch.setattr("slidelab.course.confinement._RUNS", count())
    assert choose_user() == theirs
