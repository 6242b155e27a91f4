"""The files of the project that must agree with each other."""

import re
import tomllib
from pathlib import Path

from slidelab import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PINS = (ROOT / "requirements" / "lock.txt").read_text().splitlines()


def name_of(requirement: str) -> str:
    [name] = re.findall(r"^[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_version_is_the_same_everywhere():
    assert PROJECT["project"]["version"] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_pins_are_plain_versions_that_any_index_may_have():
    unlike = [pin for pin in PINS if not re.fullmatch(r"[\w.-]+==[\w.!+]+( ; .+)?", pin)]
    assert unlike == []


def test_everything_that_make_installs_is_pinned():
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *(each for name in extras if name != "gpu" for each in extras[name]),
        *(each for group in PROJECT["dependency-groups"].values() for each in group),
    ]
    pinned = {name_of(pin) for pin in PINS}
    assert {name_of(each) for each in wanted} - pinned == {"slidelab"}
