"""A program starts wherever it is, and wherever its interpreter is."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import slidelab
from slidelab.course.sandbox import ProgramRun, Sandbox

SOMEBODY = [
    shutil.which("setpriv") or "setpriv",
    "--reuid=10001",
    "--regid=10001",
    "--clear-groups",
]


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox() as sandbox:
        if sandbox.problem:
            pytest.skip("bwrap is not installed (make packages), or may not work here")
        yield sandbox


def plain(folder: Path) -> Path:
    return folder


def with_spaces(folder: Path) -> Path:
    place = folder / "mes élèves, 2024"
    place.mkdir()
    return place


def closed(folder: Path) -> Path:
    """Below a folder that only its owner may enter."""
    place = folder / "home" / "clone"
    place.mkdir(parents=True)
    place.parent.chmod(0o700)
    return place


def for_its_owner(folder: Path) -> Path:
    place = folder / "clone"
    place.mkdir(mode=0o700)
    return place


def behind_a_link(folder: Path) -> Path:
    (folder / "disk" / "one").mkdir(parents=True)
    (folder / "link").symlink_to("disk/one", target_is_directory=True)
    (folder / "absolute").symlink_to(folder / "link", target_is_directory=True)
    return folder / "absolute"


@pytest.fixture(params=[plain, with_spaces, closed, for_its_owner, behind_a_link])
def place(request, tmp_path):
    return request.param(tmp_path)


def environment_in(folder: Path, python: str = sys.executable) -> Path:
    """A virtual environment with a module of its own; returns its interpreter."""
    base = Path(os.path.realpath(python))
    prefix = folder / ".venv"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = prefix / "lib" / version / "site-packages"
    packages.mkdir(parents=True)
    (packages / "marked.py").write_text("MARK = 'found'")
    (prefix / "pyvenv.cfg").write_text(f"home = {base.parent}\nversion = {version[6:]}\n")
    (prefix / "bin").mkdir()
    (prefix / "bin" / "python3").symlink_to(base)
    (prefix / "bin" / "python").symlink_to("python3")
    return prefix / "bin" / "python"


def test_a_virtual_environment_and_its_program_start(place, sandbox):
    python = environment_in(place)
    source = place / "program"
    source.mkdir()
    (source / "helper.py").write_text("from marked import MARK")
    (source / "driver.py").write_text(
        "import sys, helper\nprint(helper.MARK, sys.prefix)\nopen('answer', 'w').write(sys.argv[1])"
    )
    command = (str(python), str(source / "driver.py"), "é")
    ran = sandbox.run(ProgramRun(command, str(source), output="answer"))
    assert (ran.ended, ran.status, ran.stderr) == ("exit", 0, b"")
    assert ran.stdout.decode().split(" ", 1) == ["found", f"{python.parents[1]}\n"]
    assert ran.output == "é".encode()


def test_an_interpreter_brings_along_what_is_beside_it(place, sandbox):
    """A script whose interpreter is a script, each with a library in its own prefix."""
    for name, interpreter in (("inner", "/bin/sh"), ("outer", None)):
        (place / name / "bin").mkdir(parents=True)
        (place / name / "lib").mkdir()
        (place / name / "lib" / "word").write_text(f"{name}\n")
        script = place / name / "bin" / name
        first = interpreter or "/usr/bin/env inner"
        script.write_text(f'#!{first}\ncat "${{0%/*}}/../lib/word"\n')
        script.chmod(0o755)
    (place / "inner" / "bin" / "inner").write_text(
        '#!/bin/sh\ncat "${0%/*}/../lib/word"\nexec /bin/sh "$@"\n'
    )
    path = f"{place / 'inner' / 'bin'}:{os.environ['PATH']}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", path)
        with Sandbox() as other:
            ran = other.run(
                ProgramRun((str(place / "outer" / "bin" / "outer"),), str(place / "outer"))
            )
    assert (ran.stdout, ran.stderr, ran.status) == (b"inner\nouter\n", b"", 0)


def test_nothing_else_of_these_places_can_be_seen(place, sandbox):
    source = place / "program"
    source.mkdir()
    (place / "other").mkdir()
    (place / "other" / "secret").write_text("secret")
    needed = [Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix)]
    closed = [
        folder
        for folder in ("/etc/shadow", "/etc/passwd", "/home", "/srv", "/var/log", "/sys")
        if not any(prefix.is_relative_to(folder) for prefix in needed)
    ]
    (source / "driver.py").write_text(
        "import os, sys\n"
        "print(sorted(os.listdir(sys.argv[1])))\n"
        f"print([folder for folder in {closed} if os.path.exists(folder)])\n"
    )
    ran = sandbox.run(
        ProgramRun((sys.executable, str(source / "driver.py"), str(place)), str(source))
    )
    assert (ran.stdout, ran.stderr) == (b"['program']\n[]\n", b"")


def python_for_somebody() -> str:
    """A Python that any user may start; the tests' own may be in a home."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become somebody else, with setpriv")
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        # A shell in between, since what root starts directly may still do what root may.
        tried = [*SOMEBODY, "sh", "-c", f"{python} -c pass"]
        if subprocess.run(tried, capture_output=True, cwd="/").returncode == 0:
            return python
    pytest.skip("there is no Python that other users may start")


@pytest.mark.nightly
@pytest.mark.parametrize("has_bwrap", [True, False], ids=["bwrap", "without bwrap"])
def test_an_ordinary_user_judges(has_bwrap):
    if has_bwrap and shutil.which("bwrap") is None:
        pytest.skip("bwrap is not installed (make packages)")
    python = python_for_somebody()
    with TemporaryDirectory() as folder:  # other users may not look into pytest's folders
        theirs = Path(folder)
        package = Path(slidelab.__file__).parent
        for part in ("__init__.py", "course/__init__.py"):
            (theirs / "slidelab" / part).parent.mkdir(parents=True, exist_ok=True)
            (theirs / "slidelab" / part).write_text("")
        for part in ("course/sandbox", "system"):
            shutil.copytree(package / part, theirs / "slidelab" / part)
        home = theirs / "home"
        home.mkdir()
        (home / "driver.py").write_text("import sys; print(sys.prefix, sys.argv[1:])")
        interpreter = environment_in(home, python)
        tools = theirs / "bin"
        tools.mkdir()
        for name in ("true", "sh", *(["bwrap"] if has_bwrap else [])):
            (tools / name).symlink_to(shutil.which(name) or "/nowhere")
        for path in (theirs, *theirs.rglob("*")):
            shutil.chown(path, 10001, 10001) if not path.is_symlink() else None
        home.chmod(0o700)
        code = (
            "from slidelab.course.sandbox import ProgramRun, Sandbox\n"
            "with Sandbox() as sandbox:\n"
            f"    command = ({str(interpreter)!r}, {str(home / 'driver.py')!r}, 'x')\n"
            f"    ran = sandbox.run(ProgramRun(command, {str(home)!r}))\n"
            "    print(ran.ended, ran.stdout, ran.stderr, sandbox.problem)\n"
        )
        done = subprocess.run(
            [*SOMEBODY, python, "-c", code],
            capture_output=True,
            text=True,
            timeout=120,
            cwd="/",
            env={"PYTHONPATH": folder, "PATH": str(tools), "HOME": str(home), "TMPDIR": folder},
        )
    assert done.stderr == ""
    printed = f"{home / '.venv'} ['x']\n".encode()
    problem = "" if has_bwrap else "bwrap is not installed"
    if has_bwrap and "does not work" in done.stdout:
        pytest.skip("ordinary users may not use bwrap here")
    assert done.stdout == f"exit {printed!r} {b''!r} {problem}\n"
