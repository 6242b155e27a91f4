"""Having the code of this package ready: compiled, or read from disk."""

import numpy as np

from slidelab.kernels.anysize.beam import Beam
from slidelab.kernels.anysize.evaluation import evaluation
from slidelab.kernels.anysize.features import Features
from slidelab.kernels.anysize.grid import ShortIntegers
from slidelab.kernels.anysize.layers import MOST_CELLS_OF_BYTES
from slidelab.kernels.anysize.local import LocalFeatures
from slidelab.kernels.anysize.pairs import PairFeatures
from slidelab.kernels.anysize.windows import Windows
from slidelab.kernels.compiling import load_code


def code_for(cells: int) -> str:
    """What the code for boards of so many cells is called: tiles are bytes as far as these go."""
    return "AnySize" if cells <= MOST_CELLS_OF_BYTES else "AnySizeBeyondBytes"


def load(cells: int) -> None:
    """Have everything ready for boards of so many cells."""
    load_code(code_for(cells), "compiling beams of any size", lambda: _run_once(cells))


def _run_once(cells: int) -> None:
    """Run everything on boards that are solved in a move."""
    kinds: tuple[Features, ...] = PairFeatures(2, 3), LocalFeatures(2, 3)
    if cells > MOST_CELLS_OF_BYTES:
        kinds = (LocalFeatures(2, MOST_CELLS_OF_BYTES),)
    for features in kinds:
        beam = Beam(evaluation(features, features.untaught()), width=2)
        beam.begin(_a_move_away(features.description.rows * features.description.cols))
        beam.advance()
    goal = np.arange(6, dtype=np.int16)
    Windows(2, 3, longest=2).shorter(_a_move_away(6), goal, 1, 2, budget=10)


def _a_move_away(cells: int) -> ShortIntegers:
    start = np.arange(cells, dtype=np.int16)
    start[:2] = 1, 0
    return start
