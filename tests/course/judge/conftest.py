"""Two sandboxes for all tests of a file: starting them takes longer than most programs."""

import pytest

from slidelab.course.judge import SandboxPool


@pytest.fixture(scope="module")
def pool():
    with SandboxPool(2) as pool:
        yield pool
