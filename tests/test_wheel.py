"""What a person gets from `pip install`: the built wheel, alone in an empty environment.

What the wheel says it depends on is linked into the environment from this one, and the builder
likewise, so nothing else is there and nothing is fetched. `make newest` goes the whole way, with
other versions of Python.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZipFile

import pip
import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
GRID = 'searches = ["bfs"]\n[[boards]]\nlist = ["125340678"]\n'

NEEDS_MORE = {
    "web": ["web", "--no-open"],
    "lab": ["experiment", "grid.toml", "--results", "results.csv"],
    "cluster": ["experiment", "grid.toml", "--cluster", "tcp://127.0.0.1:9"],
}
"""A command that cannot do its work without each extra."""

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("wheel")]


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

    def unpack(self, wheel: Path) -> None:
        """Install the wheel without what it depends on."""
        # As `pip --python` does it, which would start pip twice.
        command = [self.bin / "python", Path(pip.__file__).parent, "install"]
        options = ("--disable-pip-version-check", "--no-compile", "--no-deps", "--no-index")
        done = subprocess.run([*command, *options, wheel], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def link(self, wheel: Path, extra: str = "") -> None:
        """Link what a wheel depends on."""
        [site] = (self.folder / "venv").glob("lib/python*/site-packages")
        [metadata] = [name for name in ZipFile(wheel).namelist() if name.endswith("/METADATA")]
        text = ZipFile(wheel).read(metadata).decode()
        link_packages(site, re.findall(r"^Requires-Dist: (.*)$", text, re.M), extra)

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


def link_packages(site: Path, requirements: list[str], extra: str = "") -> None:
    """Link what is required from the packages that are installed here."""
    for name in dependencies(requirements, extra):
        installed = distribution(name)
        for top in {file.parts[0] for file in installed.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(installed.locate_file(top))


def dependencies(requirements: list[str], extra: str) -> set[str]:
    """The names of all that is required, and of what that needs."""
    waiting = [(line, extra) for line in requirements]
    found: set[str] = set()
    while waiting:
        line, wanted = waiting.pop()
        needed = Requirement(line)
        if needed.marker is not None and not needed.marker.evaluate({"extra": wanted}):
            continue
        assert needed.specifier.contains(distribution(needed.name).version, prereleases=True), line
        new = {needed.name, *(f"{needed.name}[{more}]" for more in needed.extras)} - found
        found |= new
        for more in ("", *needed.extras) if new else ():
            waiting += [(other, more) for other in distribution(needed.name).requires or ()]
    return {name for name in found if "[" not in name}


class Builder:
    """The build backend of pyproject.toml, alone in a folder."""

    def __init__(self, folder: Path) -> None:
        if find_spec("hatchling") is None:
            pytest.skip("the wheel is built by a package of its own: pip install --group dev")
        self._folder = folder
        required = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
        link_packages(folder, required)

    def build(self, source: Path, target: Path, kind: str) -> Path:
        # -S: without the packages that are installed here.
        subprocess.run(
            [sys.executable, "-S", "-m", "hatchling", "build", "-t", kind, "-d", target],
            cwd=source,
            env={**os.environ, "PYTHONPATH": str(self._folder)},
            check=True,
            capture_output=True,
        )
        [built] = target.glob("slidelab-*")
        return built


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return Builder(tmp_path_factory.mktemp("builder"))


@pytest.fixture(scope="module")
def wheel(builder: Builder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return builder.build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


def test_the_wheel_in_an_empty_environment(wheel, tmp_path):
    check_that_every_file_is_packed(wheel)
    environment = Environment(tmp_path)

    environment.unpack(wheel)
    environment.link(wheel)
    check_that_it_solves(environment, "textbook")
    check_that_it_solves(environment, "compiled")
    check_that_missing_extras_are_named(environment)

    environment.link(wheel, "web")
    check_that_the_page_is_served(environment)


def test_the_source_distribution_makes_the_same_wheel(builder, wheel, tmp_path):
    source = builder.build(ROOT, tmp_path / "source", "sdist")
    with tarfile.open(source) as archive:
        if hasattr(tarfile, "data_filter"):  # as from Python 3.11.4 on
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(tmp_path)
    [unpacked] = tmp_path.glob("slidelab-*")
    again = builder.build(unpacked, tmp_path / "again", "wheel")
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
        process.communicate(timeout=120)


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=120) as response:
        return response.read().decode()
