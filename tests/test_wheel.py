"""What a person gets from `pip install`: the built wheel, alone in an empty environment.

One test goes the whole way: making the environment takes longer than all that is asked of it.
"""

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

ROOT = Path(__file__).parent.parent
GRID = '[[boards]]\nlist = ["125340678"]\n[[searches]]\nalgorithm = "bfs"\n'

NEEDS_MORE = {
    "web": ["web", "--no-open"],
    "plots": ["compare", "125340678", "-a", "bfs", "--no-record", "--plot", "sheet.svg"],
    "cluster": ["experiment", "grid.toml", "--cluster", "tcp://127.0.0.1:9"],
    "parquet": ["experiment", "grid.toml", "--results", "results.parquet"],
}
"""A command that cannot do its work without each extra."""


class Environment:
    """A virtual environment that knows nothing of this checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        self.bin = folder / "venv" / "bin"
        self.variables = {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "HOME": str(folder),
            "SLIDELAB_CACHE": os.environ["SLIDELAB_CACHE"],
        }

    def install(self, requirement: str) -> None:
        pip("--python", self.bin / "python", "install", "--no-compile", requirement)

    def start(self, *arguments: str) -> subprocess.Popen:
        return subprocess.Popen(
            [self.bin / "slidelab", *arguments],
            cwd=self.folder,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> tuple[int, str, str]:
        process = self.start(*arguments)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output, " ".join(errors.split())


def pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)


def built_wheel(folder: Path, source: Path = ROOT) -> Path:
    try:
        pip("download", "--no-deps", "--no-cache-dir", "--retries", "1", "-d", folder, "hatchling")
    except RuntimeError:
        pytest.skip("the wheel needs a package index to be installed from, and none was reached")
    pip("wheel", "--no-deps", "--wheel-dir", folder, source)
    [wheel] = folder.glob("slidelab-*.whl")
    return wheel


@pytest.mark.slow
def test_the_wheel_in_an_empty_environment(tmp_path):
    wheel = built_wheel(tmp_path)
    check_that_every_file_is_packed(wheel)
    environment = Environment(tmp_path)

    environment.install(str(wheel))
    check_that_it_solves(environment, "textbook")
    check_that_it_solves(environment, "compiled")
    check_that_missing_extras_are_named(environment)

    environment.install(f"{wheel}[web]")
    check_that_the_page_is_served(environment)


@pytest.mark.slow
def test_the_source_distribution_makes_the_same_wheel(tmp_path):
    wheel = built_wheel(tmp_path)
    program = (
        "import sys; from hatchling.builders.sdist import SdistBuilder; "
        "print(*SdistBuilder(sys.argv[1]).build(directory=sys.argv[2]))"
    )
    target = tmp_path / "hatchling"
    pip("install", "--quiet", "--target", target, "hatchling")
    subprocess.run(
        [sys.executable, "-c", program, ROOT, tmp_path / "sdist"],
        env=os.environ | {"PYTHONPATH": str(target)},
        check=True,
        capture_output=True,
    )
    [source] = (tmp_path / "sdist").glob("slidelab-*.tar.gz")
    (tmp_path / "again").mkdir()
    again = built_wheel(tmp_path / "again", source)
    assert ZipFile(again).namelist() == ZipFile(wheel).namelist()


def check_that_every_file_is_packed(wheel):
    source = ROOT / "src"
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    packed = ZipFile(wheel).namelist()
    assert {name for name in files if "__pycache__" not in name and ".egg-info" not in name} == {
        name for name in packed if ".dist-info/" not in name
    }


def check_that_it_solves(environment, engine):
    arguments = ("solve", "125340678", "-a", "bfs", "--engine", engine, "--format", "json")
    status, output, errors = environment.run(*arguments)
    assert status == 0, errors
    answer = json.loads(output)
    assert (answer["cost"], answer["engine"]) == (3, engine)


def check_that_missing_extras_are_named(environment):
    (environment.folder / "grid.toml").write_text(GRID)
    for extra, arguments in NEEDS_MORE.items():
        status, _, errors = environment.run(*arguments)
        assert status != 0
        assert f"pip install 'slidelab[{extra}]'" in errors
        assert "Traceback" not in errors


def check_that_the_page_is_served(environment):
    process = environment.start("web", "--no-open", "--no-token", "--port", "0")
    try:
        [address] = re.findall(r"http://\S+", process.stdout.readline())
        [script] = re.findall(r'<script type="module" src="([^"]+)"', fetched(address))
        assert "import" in fetched(urljoin(address, script))
        assert json.loads(fetched(urljoin(address, "/api/health")))
    finally:
        process.terminate()
        process.communicate(timeout=20)


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as response:
        return response.read().decode()
