"""Two sandboxes for all tests of a file: starting them takes longer than most programs."""

import pytest

from slidelab.lab.judge import Lanes


@pytest.fixture(scope="module")
def lanes():
    with Lanes(2) as lanes:
        yield lanes
