"""The Containerfile, as far as it can be tried without a container engine.

What it sets is set, and what it starts is started: as its user, on a root that is read-only, with
nothing to write to but /tmp and the volume. That a wheel can be built and installed with the page
is in `tests/test_wheel.py`.
"""

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.attacks.test_installations import RUN, python_for_others

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


def instructions() -> list[tuple[str, str]]:
    """The lines of the last stage."""
    text = (ROOT / "Containerfile").read_text().replace("\\\n", " ")
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
            patient = body | {"limits": {"seconds": 120}}  # for what has to be compiled
            job = client.post("/api/searches", json=patient).json()["id"]
            events = client.get(f"/api/searches/{job}/events").text
            assert '"status":"solved"' in events.replace(" ", "")
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=120)
    assert "Traceback" not in errors
