"""The command `slidelab web`."""

import os
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from slidelab.web.settings import read_settings

pytestmark = pytest.mark.nightly

COMMAND = [sys.executable, "-c", "from slidelab.cli import main; main()", "web"]


def test_it_serves_beside_a_taken_port_says_where_and_ends_with_ctrl_c(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = subprocess.Popen(
            [*COMMAND, "--no-open", "--no-token", "--port", str(port), "--workers", "1"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"SLIDELAB_DATA": str(tmp_path), "NO_COLOR": "1"},
        )
        try:
            words = process.stdout.readline().split()
            address = next(word for word in words if word.startswith("http://127.0.0.1:"))
            assert not address.endswith(f":{port}/")
            assert httpx.get(f"{address}api/health", verify=False).json()["ok"]
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=120) == 0
        finally:
            process.kill()


def refusal(*options, **variables):
    """What the command says when it cannot serve."""
    run = subprocess.run(
        [*COMMAND, "--no-open", *options],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {f"SLIDELAB_WEB_{name}": value for name, value in variables.items()},
    )
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    return run.stderr


def test_an_address_of_another_machine_is_refused():
    assert "Error:" in refusal("--host", "192.0.2.1")


def test_there_is_no_port_after_the_last():
    with socket.create_server(("127.0.0.1", 65_535)):
        assert "in use" in refusal("--port", "65535")


@pytest.mark.parametrize(
    ("name", "value", "bound"),
    [
        ("PORT", "99999", "less than or equal to 65535"),
        ("WORKERS", "many", "integer"),
        ("WORKERS", "0", "greater than or equal to 1"),
        ("SECONDS", "nan", "finite"),
        ("HOST", "", "at least 1 character"),
    ],
)
def test_a_variable_that_makes_no_sense_is_named_with_what_it_may_be(
    name, value, bound, monkeypatch
):
    monkeypatch.setenv(f"SLIDELAB_WEB_{name}", value)
    with pytest.raises(ValueError, match=bound) as told:
        read_settings()
    assert f"SLIDELAB_WEB_{name}" in str(told.value)
    assert repr(value) in str(told.value)


def test_the_command_refuses_a_variable_that_makes_no_sense():
    assert "SLIDELAB_WEB_PORT should be less than" in refusal(PORT="99999")
