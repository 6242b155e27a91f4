"""The command `slidelab web`: where it serves, and what it refuses."""

import signal
import socket

import httpx
import pytest

from slidelab.web.settings import read_settings
from tests.support.cli import PATIENCE


def test_it_serves_beside_a_taken_port_says_where_and_ends_with_ctrl_c(cli):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = cli.start("web", "--no-open", "--port", str(port))
        try:
            words = process.stdout.readline().split()
            address = next(word for word in words if word.startswith("http://127.0.0.1:"))
            assert not address.endswith(f":{port}/")
            assert httpx.get(f"{address}api/health", verify=False).json()["ok"]
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=PATIENCE) == 0
        finally:
            process.kill()


@pytest.mark.nightly
def test_an_address_that_cannot_be_used_is_refused(cli):
    ran = cli.process("web", "--no-open", "--host", "192.0.2.1")
    assert (ran.status, ran.err[:6]) == (2, "Error:")
    with socket.create_server(("127.0.0.1", 65_535)):
        ran = cli.process("web", "--no-open", "--port", "65535")
    assert ran.status == 2
    assert "in use" in ran.err


BAD_SETTINGS = [
    ("PORT", "99999", "less than or equal to 65535"),
    ("WORKERS", "many", "integer"),
    ("WORKERS", "0", "greater than or equal to 1"),
    ("SECONDS", "nan", "finite"),
    ("HOST", "", "at least 1 character"),
]


def test_a_variable_that_makes_no_sense_is_named_with_what_it_may_be(monkeypatch):
    for name, value, bound in BAD_SETTINGS:
        with monkeypatch.context() as context:
            context.setenv(f"SLIDELAB_WEB_{name}", value)
            with pytest.raises(ValueError, match=bound) as refused:
                read_settings()
        assert f"SLIDELAB_WEB_{name}" in str(refused.value)
        assert repr(value) in str(refused.value)
