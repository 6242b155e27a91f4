"""One sandbox for all tests of a file: starting it takes longer than most programs."""

import pytest

from slidelab.course.judge import Lanes


@pytest.fixture(scope="module")
def lanes():
    with Lanes(1) as lanes:
        yield lanes
