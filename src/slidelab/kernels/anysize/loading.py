"""Having the code of this package ready: compiled, or read from disk."""

import numpy as np

from slidelab.kernels.anysize.beam import Beam
from slidelab.kernels.anysize.evaluation import evaluation
from slidelab.kernels.anysize.features import Features
from slidelab.kernels.anysize.local import LocalFeatures
from slidelab.kernels.anysize.pairs import PairFeatures
from slidelab.kernels.anysize.windows import Windows
from slidelab.kernels.compiling import load_code


def load() -> None:
    """Have everything ready."""
    load_code("AnySize", "compiling beams of any size", _run_once)


def _run_once() -> None:
    """Run everything on a board that is solved in a move."""
    goal = np.arange(6, dtype=np.int16)
    start = np.array([1, 0, 2, 3, 4, 5], np.int16)
    kinds: tuple[Features, ...] = PairFeatures(2, 3), LocalFeatures(2, 3)
    for features in kinds:
        beam = Beam(evaluation(features, features.untaught()), width=2)
        beam.begin(start)
        beam.advance()
    Windows(2, 3, longest=2).shorter(start, goal, 1, 2, budget=10)
