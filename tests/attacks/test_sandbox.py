"""What a program may try against its sandbox."""

import os
import re
import sys
from pathlib import Path

import pytest

from slidelab.course.sandbox import Bounds, ProgramRun, Sandbox

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
    def run(program):
        (tmp_path / "program.py").write_text(program)
        command = (sys.executable, str(tmp_path / "program.py"))
        return sandbox.run(ProgramRun(command, str(tmp_path), BOUNDS))

    return run


@pytest.fixture
def run_confined(sandbox, run):
    if sandbox.problem:
        pytest.skip("limits alone do not keep it from this")
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
