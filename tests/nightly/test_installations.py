"""slidelab works wherever it is installed: read-only, without a home, on a disk that is full."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import numba
import pytest

import slidelab

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(os.name != "posix", reason="needs the rights of POSIX systems"),
]

WITHOUT_ROOTS_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000)); "
ROOT = str(Path(__file__).parents[2])
SOMEBODYS_NUMBER = 10001
SOMEBODY = ["setpriv", f"--reuid={SOMEBODYS_NUMBER}", "--regid=10001", "--clear-groups"]
READ_ONLY = "mount -o remount,bind,ro / && mount -t tmpfs tmpfs /media && export TMPDIR=/media"
GROUP_BYTES = 256 << 20
HARD = "15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0"
COMPILED = "solve", "125340678", "-a", "dls", "--depth-limit", "9", "--engine", "compiled"
"""The search that is compiled most quickly."""
WITH_TABLES = "solve", "867254301", "-a", "astar", "-H", "4-4", "--engine", "textbook"
"""One that builds tables, which it would like to keep."""
RUN = "import sys; from slidelab.cli import main; sys.argv[0] = 'slidelab'; main()"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that nobody may write to, beside folders that nobody may write to."""
    folder = tmp_path_factory.mktemp("installed")
    package = Path(slidelab.__file__).parent
    shutil.copytree(package, folder / "slidelab", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "home").mkdir()
    (folder / "full").mkdir()
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    (folder / "full").chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)


def run(
    installed: Path, *command: str, first: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    is_root = os.geteuid() == 0
    if is_root and shutil.which("setpriv") is None:
        pytest.skip("root writes everywhere, and there is no setpriv")
    return subprocess.run(
        [*(WITHOUT_ROOTS_RIGHTS if is_root else []), sys.executable, "-c", first + RUN, *command],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=installed,
        # Python would leave truncated code of its own modules behind on a full disk.
        env={
            "PYTHONPATH": str(installed),
            "PATH": os.environ["PATH"],
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
    )


def test_where_nothing_can_be_written_all_is_done_in_memory(installed: Path) -> None:
    nowhere = str(installed / "home")
    first = f"import tempfile; tempfile.tempdir = {nowhere!r}; "  # which would look for others
    compiled = run(installed, *COMPILED, first=first, HOME=nowhere)
    assert compiled.returncode == 0, compiled.stderr
    assert "Solved in 3 moves" in compiled.stdout
    done = run(installed, *WITH_TABLES, first=first, HOME=nowhere)
    assert done.returncode == 0, done.stderr
    assert "Solved in 27 moves" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_full_disk_costs_time_and_not_the_answer(installed: Path) -> None:
    full = str(installed / "full")
    for command, moves in ((COMPILED, 3), (WITH_TABLES, 27)):
        done = run(installed, *command, first=FULL, HOME=full, TMPDIR=full)
        assert done.returncode == 0, done.stderr
        assert f"Solved in {moves} moves" in done.stdout
        assert "Traceback" not in done.stderr


def python_for_others() -> tuple[str, str]:
    """A Python that any user may start, and the path on which it finds what is installed here."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("setpriv", "unshare", "mount"))):
        pytest.skip("only root can become somebody else, with setpriv, unshare and mount")
    path = ":".join(str(Path(module.__file__).parents[1]) for module in (slidelab, numba))
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        # A shell in between, since what root starts directly may still do what root may.
        tried = [*SOMEBODY, "sh", "-c", f"{python} -c 'import slidelab, numba'"]
        environment = {"PYTHONPATH": path, "PATH": os.environ["PATH"]}
        if not subprocess.run(tried, capture_output=True, env=environment, cwd="/").returncode:
            return python, path
    pytest.skip("this Python is in a folder that other users may not look into")


def as_somebody(*command: str, first: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run slidelab as a user who owns nothing and has no home."""
    python, path = python_for_others()
    return subprocess.run(
        [*first, *SOMEBODY, python, "-c", RUN, *command],
        capture_output=True,
        text=True,
        timeout=300,
        cwd="/",
        env={"PYTHONPATH": path, "PATH": os.environ["PATH"]},
    )


def test_somebody_without_a_home_uses_what_root_installed_on_a_read_only_root() -> None:
    mounted = ["unshare", "--mount", "sh", "-c", f'{READ_ONLY} && exec "$@"', "sh"]
    command = "solve", "867254301", "-a", "astar", "--engine", "textbook"
    done = as_somebody(*command, first=mounted)
    if "mount: " in done.stderr:  # then on a root that is not
        with TemporaryDirectory() as theirs:  # other users may not look into pytest's folders
            shutil.chown(theirs, SOMEBODYS_NUMBER)
            done = as_somebody(*command, first=["env", f"TMPDIR={theirs}"])
    assert done.returncode == 0, done.stderr
    assert "Solved in 27 moves" in done.stdout
    assert "Traceback" not in done.stderr


def test_memory_that_a_container_may_have() -> None:
    """The search ends by itself, with its counters: the system would kill it without a word."""
    group = Path("/sys/fs/cgroup/memory") / f"slidelab-test-{os.getpid()}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(GROUP_BYTES))
    except OSError:
        pytest.skip("no group with a limit on memory can be made here")
    try:
        process = subprocess.Popen(
            [
                *("sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"),
                *(sys.executable, "-c", RUN, "solve", HARD, "-a", "bfs", "--engine", "compiled"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        output, errors = process.communicate(timeout=300)
    finally:
        group.rmdir()
    assert process.returncode == 5, (process.returncode, errors)
    assert "expanded" in output
    [expanded] = re.findall(r"expanded +([\d,]+)", output)
    assert int(expanded.replace(",", "")) > 100_000


def test_a_person_without_a_home_leaves_no_folder_behind_where_they_are(tmp_path: Path) -> None:
    code = (
        "import pwd; pwd.getpwuid = {}.__getitem__\n"  # a number that no name belongs to
        "from slidelab.system.paths import cache_folder; print(cache_folder().is_absolute())"
    )
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=kept
    )
    assert found.stdout.strip() == "True", found.stderr
    assert list(tmp_path.iterdir()) == []


# The Containerfile, as far as it can be tried without a container engine.


def instructions() -> list[tuple[str, str]]:
    """The lines of the last stage."""
    text = (Path(ROOT) / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    last = max(at for at, line in enumerate(lines) if line.startswith("FROM "))
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in lines[last:]]


def told(name: str) -> str:
    return next(value for key, value in instructions() if key == name)


def test_it_runs_as_nobody_in_particular_and_keeps_all_in_the_volume() -> None:
    assert int(told("USER")) > 0
    variables = dict(pair.split("=", 1) for pair in shlex.split(told("ENV")))
    kept = {variables[f"SLIDELAB_{kind}"] for kind in ("DATA", "CONFIG", "CACHE")}
    assert all(Path(folder).is_relative_to(told("VOLUME")) for folder in kept)
    assert json.loads(told("ENTRYPOINT")) == ["slidelab"]


def test_the_page_is_served_from_a_read_only_root(tmp_path: Path) -> None:
    python, path = python_for_others()
    user = told("USER")
    volume = tmp_path / "volume"
    volume.mkdir()
    os.chown(volume, int(user), -1)
    variables = dict(pair.split("=", 1) for pair in shlex.split(told("ENV")))
    mounts = (
        f"mkdir -p /mnt && mount --bind {volume} /mnt && "
        "mount -o remount,bind,ro / && mount -t tmpfs tmpfs /media && export TMPDIR=/media"
    )
    process = subprocess.Popen(
        [
            *("unshare", "--mount", "sh", "-c", f'{mounts} && exec "$@"', "sh"),
            *("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"),
            *(python, "-c", RUN, *json.loads(told("CMD")), "--port", "0"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        env={name: value.replace(told("VOLUME"), "/mnt") for name, value in variables.items()}
        | {"PYTHONPATH": path, "PATH": os.environ["PATH"], "SLIDELAB_WEB_WORKERS": "1"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line and process.stderr is not None and "mount: " in process.stderr.read():
            pytest.skip("nothing can be mounted here")
        [word] = re.findall(r"token=(\S+)", line)
        [port] = re.findall(r":(\d+)", line)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
            assert client.get("/api/health").status_code == 401
            assert client.get(f"/?token={word}").status_code == 303
            body = {"cells": [8, 6, 7, 2, 5, 4, 3, 0, 1], "algorithm": "bfs", "engine": "compiled"}
            events = client.post("/api/jobs/search", json=body).text
            assert '"status":"solved"' in events.replace(" ", "")
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=120)
    assert "Traceback" not in errors
