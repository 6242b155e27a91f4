"""slidelab works wherever it is installed: read-only, without a home, on a full disk."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
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

ROOT = Path(__file__).parents[2]
RUN = "import sys; from slidelab.cli import main; sys.argv[0] = 'slidelab'; main()"
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000)); "
WITHOUT_ROOTS_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
USER = 10001
AS_USER = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
READ_ONLY = "mount -o remount,bind,ro / && mount -t tmpfs tmpfs /media && export TMPDIR=/media"
GROUP_BYTES = 256 << 20
HARD = "15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0"

COMPILED = "solve", "125340678", "-a", "dls", "--set", "depth_limit=9", "--engine", "compiled"
"""A search that compiles a kernel."""
WITH_TABLES = "solve", "867254301", "-a", "astar", "-H", "4-4", "--engine", "textbook"
"""A search that builds tables."""
CASES = [(COMPILED, 3), (WITH_TABLES, 27)]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with a read-only copy of the package and an empty read-only home."""
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


def check_that_it_solves(installed: Path, home: Path, first: str = "") -> None:
    """Solve a board with a kernel and one with tables, without root's right to write anywhere."""
    is_root = os.geteuid() == 0
    if is_root and shutil.which("setpriv") is None:
        pytest.skip("root writes everywhere, and there is no setpriv")
    python = [*(WITHOUT_ROOTS_RIGHTS if is_root else []), sys.executable]
    for command, moves in CASES:
        done = subprocess.run(
            [*python, "-c", first + RUN, *command],
            capture_output=True,
            text=True,
            timeout=300,
            cwd=installed,
            env={
                "PYTHONPATH": str(installed),
                "PATH": os.environ["PATH"],
                "PYTHONDONTWRITEBYTECODE": "1",
                "HOME": str(home),
                "TMPDIR": str(home),
            },
        )
        assert done.returncode == 0, done.stderr
        assert f"Solved in {moves} moves" in done.stdout
        assert "Traceback" not in done.stderr


def test_everything_is_done_in_memory_where_nothing_can_be_written(installed: Path) -> None:
    home = installed / "home"
    check_that_it_solves(installed, home, f"import tempfile; tempfile.tempdir = {str(home)!r}; ")


def test_a_full_disk_costs_time_and_not_the_answer(installed: Path) -> None:
    check_that_it_solves(installed, installed / "full", FULL)


def python_for_others() -> tuple[str, str]:
    """Return a Python that every user can start, and the path to the packages installed here."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("setpriv", "unshare", "mount"))):
        pytest.skip("only root can become another user, with setpriv, unshare and mount")
    path = ":".join(str(Path(module.__file__ or "").parents[1]) for module in (slidelab, numba))
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        # A shell between them, since what root starts directly may keep root's rights.
        command = [*AS_USER, "sh", "-c", f"{python} -c 'import slidelab, numba'"]
        environment = {"PYTHONPATH": path, "PATH": os.environ["PATH"]}
        if not subprocess.run(command, capture_output=True, env=environment, cwd="/").returncode:
            return python, path
    pytest.skip("this Python is in a folder that other users cannot read")


def solve_as_user(first: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Solve a board as a user who owns nothing and has no home."""
    python, path = python_for_others()
    command = "solve", "867254301", "-a", "astar", "--engine", "textbook"
    return subprocess.run(
        [*first, *AS_USER, python, "-c", RUN, *command],
        capture_output=True,
        text=True,
        timeout=300,
        cwd="/",
        env={"PYTHONPATH": path, "PATH": os.environ["PATH"]},
    )


def test_a_user_without_a_home_on_a_read_only_root() -> None:
    done = solve_as_user(["unshare", "--mount", "sh", "-c", f'{READ_ONLY} && exec "$@"', "sh"])
    if "mount: " in done.stderr:  # nothing can be mounted here
        with TemporaryDirectory() as theirs:
            shutil.chown(theirs, USER)
            done = solve_as_user(["env", f"TMPDIR={theirs}"])
    assert done.returncode == 0, done.stderr
    assert "Solved in 27 moves" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_search_ends_with_its_counters_at_the_memory_limit_of_a_container() -> None:
    group = Path("/sys/fs/cgroup/memory") / f"slidelab-test-{os.getpid()}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(GROUP_BYTES))
    except OSError:
        pytest.skip("no group with a memory limit can be made here")
    enter = ["sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"]
    search = [sys.executable, "-c", RUN, "solve", HARD, "-a", "bfs", "--engine", "compiled"]
    try:
        done = subprocess.run([*enter, *search], capture_output=True, text=True, timeout=300)
    finally:
        group.rmdir()
    assert done.returncode == 5, (done.returncode, done.stderr)
    [expanded] = re.findall(r"expanded +([\d,]+)", done.stdout)
    assert int(expanded.replace(",", "")) > 100_000


def read_containerfile() -> dict[str, str]:
    """Return the instructions of the last stage of the Containerfile."""
    text = (ROOT / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    last = max(at for at, line in enumerate(lines) if line.startswith("FROM "))
    return {line.split()[0]: line.partition(" ")[2].strip() for line in lines[last:]}


def test_the_page_is_served_as_in_the_container(tmp_path: Path) -> None:
    python, path = python_for_others()
    container = read_containerfile()
    user, volume = container["USER"], container["VOLUME"]
    variables = dict(pair.split("=", 1) for pair in shlex.split(container["ENV"]))
    folders = [variables[f"SLIDELAB_{kind}"] for kind in ("DATA", "CACHE")]
    assert all(Path(folder).is_relative_to(volume) for folder in folders)
    assert json.loads(container["ENTRYPOINT"]) == ["slidelab"]
    os.chown(tmp_path, int(user), -1)
    mounts = f"mkdir -p /mnt && mount --bind {tmp_path} /mnt && {READ_ONLY}"
    process = subprocess.Popen(
        [
            *("unshare", "--mount", "sh", "-c", f'{mounts} && exec "$@"', "sh"),
            *("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"),
            *(python, "-c", RUN, *json.loads(container["CMD"]), "--port", "0"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        env={name: value.replace(volume, "/mnt") for name, value in variables.items()}
        | {"PYTHONPATH": path, "PATH": os.environ["PATH"]},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = process.stdout.readline()
        if not line and "mount: " in process.stderr.read():
            pytest.skip("nothing can be mounted here")
        [token] = re.findall(r"token=(\S+)", line)
        [port] = re.findall(r":(\d+)", line)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
            assert client.get("/api/health").status_code == 401
            assert client.get(f"/?token={token}").status_code == 303
            body = {"cells": [8, 6, 7, 2, 5, 4, 3, 0, 1], "algorithm": "bfs", "engine": "compiled"}
            events = client.post("/api/jobs/search", json=body).text
            assert '"status":"solved"' in events.replace(" ", "")
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=120)
    assert "Traceback" not in errors
