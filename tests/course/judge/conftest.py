"""One sandbox for all tests of a file: starting it takes longer than most programs."""

import pytest

from slidelab.course.judge import SandboxPool


@pytest.fixture(scope="module")
def pool():
    with SandboxPool(1) as pool:
        yield pool
