"""What a program may try against its sandbox."""

import os
import re
import sys
from pathlib import Path

import pytest

from slidelab.course.sandbox import Bounds, ProgramRun, Sandbox
from slidelab.course.sandbox.folders import WorkingFolder
from slidelab.course.sandbox.privileges import LOW_USERS
from tests.support.processes import PYTHON_FOR_ALL

MEBIBYTE = 1 << 20
BOUNDS = Bounds(seconds=60.0, memory_bytes=256 * MEBIBYTE, disk_bytes=16 * MEBIBYTE)


@pytest.fixture(scope="module", params=[True, False], ids=["bwrap", "without bwrap"])
def sandbox(request):
    with Sandbox(confined=request.param) as sandbox:
        if request.param and sandbox.problem:
            pytest.skip("bwrap is not installed (make packages), or may not work here")
        yield sandbox


@pytest.fixture
def run(sandbox, tmp_path):
    def run(program, **more):
        (tmp_path / "program.py").write_text(program)
        command = (PYTHON_FOR_ALL, str(tmp_path / "program.py"))
        return sandbox.run(ProgramRun(command, str(tmp_path), BOUNDS, **more))

    return run


@pytest.fixture
def run_confined(sandbox, run):
    if not sandbox.is_confined:
        pytest.skip("limits alone do not keep it from this")
    return run


@pytest.fixture
def run_as_somebody_else(sandbox, run):
    if not sandbox.changes_user:
        pytest.skip("only root's programs change their user, and only without bwrap")
    return run


def test_it_has_no_capabilities(run):
    ran = run("print(*[line for line in open('/proc/self/status') if line[:3] == 'Cap'])")
    words = ran.stdout.decode().replace(":", "").split()
    sets = dict(zip(words[::2], words[1::2], strict=True))
    assert {*sets} == {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}
    # Only root can give up the set of those that might be gained; nothing gains them any more.
    if os.geteuid() != 0:
        sets.pop("CapBnd", None)
    assert {int(value, 16) for value in sets.values()} == {0}


def test_it_cannot_gain_any(run):
    ran = run("print(*[line for line in open('/proc/self/status') if line[:4] == 'NoNe'])")
    assert ran.stdout.split() == [b"NoNewPrivs:", b"1"]


def test_it_is_not_root_and_cannot_become_so(run_confined):
    ran = run_confined(
        "import ctypes, os\n"
        "print(os.getuid(), ctypes.CDLL(None).unshare(0x10000000))\n"  # CLONE_NEWUSER
        "for change in (os.setuid, os.setgid):\n"
        "    try: change(0)\n"
        "    except OSError: print('refused')\n"
    )
    assert ran.stdout == b"1000 -1\nrefused\nrefused\n"


def test_without_bwrap_what_root_runs_is_not_root(run_as_somebody_else, tmp_path):
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "secret").chmod(0o600)
    ran = run_as_somebody_else(
        "import os\n"
        "print(*{*os.getresuid(), *os.getresgid(), *os.getgroups(), os.stat('.').st_uid})\n"
        "try: os.setuid(0)\n"
        "except OSError: print('refused')\n"
        f"for path in ({str(tmp_path / 'new')!r}, '../new', __file__):\n"
        "    try: open(path, 'a')\n"
        "    except OSError: print('refused')\n"
        f"try: open({str(tmp_path / 'secret')!r})\n"
        "except OSError: print('refused')\n"
    )
    number, *refused = ran.stdout.decode().split()
    assert int(number) >= LOW_USERS
    assert refused == ["refused"] * 5, ran


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_without_bwrap_nothing_that_root_runs_leaves_anything(run_as_somebody_else):
    ran = run_as_somebody_else(
        "import ctypes, os\n"
        "libc = ctypes.CDLL(None)\n"
        "made = [libc.shmget(0, 1 << 20, 0o1666), libc.semget(0, 1, 0o1666)]\n"
        "made += [libc.msgget(0, 0o1666)]\n"
        "for place in ('/tmp', '/var/tmp', '/dev/shm'):\n"
        "    try: os.makedirs(f'{place}/left-{os.getuid()}/below')\n"
        "    except OSError: pass\n"
        "print(os.getuid(), min(made) >= 0, libc.mq_open(b'/left', os.O_CREAT, 0o600, None))\n"
    )
    number, made, queue = ran.stdout.decode().split()
    assert (made, queue) == ("True", "-1")
    for place in ("/tmp", "/var/tmp", "/dev/shm"):
        assert not Path(place, f"left-{number}").exists()
    for kind in ("shm", "sem", "msg"):
        assert number not in Path("/proc/sysvipc", kind).read_text().split()


def test_without_bwrap_an_answer_is_not_another_name_of_somebodys_file(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root can give a file to somebody else")
    (tmp_path / "secret").write_text("secret")
    with WorkingFolder(within=tmp_path, user=LOW_USERS) as folder:
        folder.put("input.txt", b"own")
        os.link(tmp_path / "secret", folder.work / "output.txt")
        assert folder.read("input.txt", 100) == (b"own", "")
        assert folder.read("output.txt", 100) == (None, "output.txt is not a plain file")


def test_without_bwrap_a_build_owns_its_folder_until_it_ends(sandbox, tmp_path):
    if not sandbox.changes_user:
        pytest.skip("only root's programs change their user, and only without bwrap")
    folder = tmp_path / "copy"
    (folder / "src").mkdir(parents=True)
    program = folder / "src" / "build.py"
    program.write_text(
        "import os\nopen('src/made', 'w')\nopen('evil', 'w')\nos.chmod('evil', 0o4755)\n"
        "open(__file__, 'a')\nprint({os.stat(path).st_uid == os.getuid() for path in ('.', 'src')})"
    )
    program.chmod(0o600)
    run = ProgramRun((PYTHON_FOR_ALL, "src/build.py"), str(folder), BOUNDS, builds=True)
    ran = sandbox.run(run)
    assert (ran.stdout, ran.stderr) == (b"{True}\n", b"")
    owned = {path.name: path.stat().st_uid == 0 for path in (folder, *folder.rglob("*"))}
    assert owned == {"copy": True, "src": True, "build.py": True, "made": True, "evil": False}


def test_memory_that_no_process_has_mapped(run):
    ran = run(
        "import os\n"
        "held = [os.memfd_create(str(n)) for n in range(64)]\n"
        "while True:\n"
        "    for place in held: os.write(place, bytes(1 << 20))\n"
    )
    assert ran.ended == "memory limit"


def test_files_that_have_no_name(run):
    ran = run(
        "import os\n"
        "held = []\n"
        "while True:\n"
        "    held.append(open('f', 'wb'))\n"
        "    os.unlink('f')\n"
        "    held[-1].write(bytes(4 << 20)); held[-1].flush()\n"
        "    if len(held) == 200: held[-1].close(); held.pop()\n"
    )
    assert ran.ended == "disk limit"


def test_nothing_can_be_written_to_its_devices_or_to_the_system_s_settings(run_confined):
    ran = run_confined(
        "import os\n"
        "for path in ('/dev/file', '/proc/sys/kernel/core_pattern', '/proc/self/comm', '/file',\n"
        "             '/usr/file', '/etc/file', '/home/file', '/proc/sysrq-trigger'):\n"
        "    try: open(path, 'w'); print(path)\n"
        "    except OSError: pass\n"
        "print(sorted(os.listdir('/dev')))\n"
    )
    devices = ["core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin",
               "stdout", "tty", "urandom", "zero"]  # fmt: skip
    assert ran.stdout.decode() == f"{devices}\n"


def test_all_but_its_own_folders_is_mounted_read_only(run_confined):
    """So that root's number, which the kernel sees where root judges, is of no use to a program."""
    ran = run_confined(
        "for line in open('/proc/self/mountinfo'):\n"
        "    fields = line.split()\n"
        "    if 'rw' in fields[5].split(','): print(fields[4])\n"
    )
    places = ran.stdout.decode().splitlines()
    assert "/tmp" in places
    own = re.compile(r"/tmp|/dev/\w+|.*/slidelab-run-\w+/(work|tmp)")
    assert [place for place in places if not own.fullmatch(place)] == []


@pytest.mark.skipif(not Path("/proc/sysvipc/shm").exists(), reason="needs System V's memory")
def test_shared_memory_goes_with_it(run_confined):
    before = Path("/proc/sysvipc/shm").read_text()
    ran = run_confined(
        "import ctypes\n"
        "print(ctypes.CDLL(None).shmget(0, 1 << 20, 0o1666) >= 0)\n"
        "print(len(open('/proc/sysvipc/shm').readlines()))\n"
    )
    assert ran.stdout == b"True\n2\n"
    assert Path("/proc/sysvipc/shm").read_text() == before
