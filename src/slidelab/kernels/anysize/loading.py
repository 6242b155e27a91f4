"""Having the code of this package ready: compiled, or read from disk."""

from collections.abc import Callable

import numpy as np

from slidelab.kernels.anysize.beam import Beam
from slidelab.kernels.anysize.evaluation import evaluation
from slidelab.kernels.anysize.features import Features
from slidelab.kernels.anysize.local import LocalFeatures
from slidelab.kernels.anysize.pairs import PairFeatures
from slidelab.kernels.anysize.windows import Windows
from slidelab.kernels.compiling import note_compiled, was_compiled

CODE = "AnySize"


def load(announce: Callable[[str, float | None], None] = lambda doing, fraction: None) -> None:
    """Run everything once on a board that is solved in a move.

    `announce` is told when it has to be compiled, which takes a while.
    """
    if not was_compiled(CODE):
        announce("compiling beams of any size, this once", None)
    goal = np.arange(6, dtype=np.int16)
    start = np.array([1, 0, 2, 3, 4, 5], np.int16)
    kinds: tuple[Features, ...] = PairFeatures(2, 3), LocalFeatures(2, 3)
    for features in kinds:
        beam = Beam(evaluation(features, features.untaught()), width=2)
        beam.begin(start)
        beam.advance()
    Windows(2, 3, longest=2).shorter(start, goal, 1, 2, budget=10)
    note_compiled(CODE)
