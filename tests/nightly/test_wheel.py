"""The built wheel, alone in an empty environment, as `pip install` leaves it."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
GRID = 'searches = ["bfs"]\n[[boards]]\nlist = ["125340678"]\n'

NEEDS_MORE = {
    "web": ["web", "--no-open"],
    "lab": ["experiment", "grid.toml", "--results", "results.csv"],
    "cluster": ["experiment", "grid.toml", "--cluster", "tcp://127.0.0.1:9"],
}
"""A command that cannot do its work without each extra."""

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("wheel")]


def uv(*arguments: object) -> None:
    """Run uv, which installs from its cache what was installed before."""
    command = [sys.executable, "-m", "uv", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel that is made from the source distribution."""
    folder = tmp_path_factory.mktemp("wheel")
    uv("build", "--no-build-isolation", "--out-dir", folder, ROOT)
    [built] = folder.glob("slidelab-*.whl")
    return built


class Environment:
    """A virtual environment that knows nothing of this checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        uv("venv", "--python", sys.executable, folder / "venv")

    def install(self, what: object) -> None:
        """Install a wheel and its dependencies, in the pinned versions."""
        lock = ROOT / "requirements" / "lock.txt"
        uv("pip", "install", "--python", self.folder / "venv", "--constraint", lock, what)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the slidelab command."""
        programs = self.folder / "venv" / "bin"
        return subprocess.Popen(
            [programs / "slidelab", *arguments],
            cwd=self.folder,
            env={
                "PATH": f"{programs}:/usr/bin:/bin",
                "HOME": str(self.folder),
                "SLIDELAB_CACHE": os.environ["SLIDELAB_CACHE"],
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Run the slidelab command; return its status, output and errors."""
        process = self.start(*arguments)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, " ".join(errors.split())


def test_every_file_is_packed(wheel):
    source = ROOT / "src"
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    packed = ZipFile(wheel).namelist()
    assert {name for name in files if "__pycache__" not in name} == {
        name for name in packed if ".dist-info/" not in name
    }


def test_the_wheel_in_an_empty_environment(wheel, tmp_path):
    environment = Environment(tmp_path)
    environment.install(wheel)
    for engine in ("textbook", "compiled"):
        check_that_it_solves(environment, "125340678", engine, 3)
    check_that_it_solves(environment, "korf:1", "auto", 57)

    (tmp_path / "grid.toml").write_text(GRID)
    for extra, arguments in NEEDS_MORE.items():
        status, _, errors = environment.run(*arguments)
        assert status == 2
        assert f"pip install 'slidelab[{extra}]'" in errors

    environment.install(f"{wheel}[web]")
    check_that_the_page_is_served(environment)


def check_that_it_solves(environment, board, engine, cost):
    status, output, errors = environment.run("solve", board, "--engine", engine, "--format", "json")
    assert status == 0, errors
    assert json.loads(output)["cost"] == cost


def check_that_the_page_is_served(environment):
    process = environment.start("web", "--no-open", "--port", "0")
    try:
        [address] = re.findall(r"http://\S+", process.stdout.readline())
        [script] = re.findall(r'<script type="module" src="([^"]+)"', fetch(address))
        assert "import" in fetch(urljoin(address, script))
        assert json.loads(fetch(urljoin(address, "api/health")))
    finally:
        process.terminate()
        process.communicate(timeout=120)


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=120) as response:
        return response.read().decode()
