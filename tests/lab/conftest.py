"""Grids from their text."""

import pytest

from slidelab.lab.experiment import BadFile, read_grid


@pytest.fixture
def grid_of(tmp_path):
    def read(text):
        file = tmp_path / "grid.toml"
        file.write_text(text)
        return read_grid(file)

    return read


@pytest.fixture
def problems_of(grid_of):
    def problems(text):
        with pytest.raises(BadFile) as caught:
            grid_of(text)
        return caught.value.problems

    return problems
