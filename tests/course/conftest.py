"""The sandbox of this machine."""

import pytest

from slidelab.course.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox():
    return Sandbox()
