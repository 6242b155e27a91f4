"""Having the code of this package ready: compiled, or read from disk."""

import numpy as np

from slidelab.engines.anytime.beam import Beam
from slidelab.engines.anytime.evaluation import evaluation
from slidelab.engines.anytime.features import Features
from slidelab.engines.anytime.grid import ShortIntegers
from slidelab.engines.anytime.layers import MOST_CELLS_OF_BYTES
from slidelab.engines.anytime.local import LocalFeatures
from slidelab.engines.anytime.pairs import PairFeatures
from slidelab.engines.anytime.window_kernel import Windows
from slidelab.engines.compiled.compiling import load_code


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
