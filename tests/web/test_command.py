"""The command `slidelab web`."""

import os
import signal
import subprocess
import sys

import httpx
import pytest

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-c", "from slidelab.cli import main; main()", "web"]


def test_it_serves_says_where_and_ends_with_ctrl_c(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "--no-open", "--port", "0", "--workers", "1"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"SLIDELAB_DATA": str(tmp_path), "NO_COLOR": "1"},
    )
    try:
        words = process.stdout.readline().split()
        address = next(word for word in words if word.startswith("http://127.0.0.1:"))
        assert httpx.get(f"{address}api/health").json()["workers"] == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()


def test_what_cannot_be_used_is_told_in_words(tmp_path):
    for options, variable in ((["--host", "192.0.2.1"], "1"), ([], "many")):
        run = subprocess.run(
            [*COMMAND, "--no-open", *options],
            capture_output=True,
            text=True,
            timeout=60,
            env=os.environ | {"SLIDELAB_WEB_WORKERS": variable},
        )
        assert run.returncode == 2
        assert "Error:" in run.stderr
        assert "Traceback" not in run.stderr
