"""The weights that come with slidelab: learned by `slidelab train`, kept as whole numbers."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO

import numpy as np

from slidelab.engines.anytime.evaluation import Evaluation, local_evaluation, pair_evaluation
from slidelab.engines.anytime.features import STEP
from slidelab.engines.anytime.local import LocalFeatures
from slidelab.engines.anytime.pairs import PairFeatures
from slidelab.engines.compiled.compiling import Floats

PAIR_SHAPES = ("5x5", "6x6")
"""The shapes that have weights of their own, for pairs of tiles."""


def best_evaluation(rows: int, cols: int, home: int) -> Evaluation:
    """The best evaluation there is for a shape and a cell where the blank belongs."""
    if home == 0 and f"{rows}x{cols}" in PAIR_SHAPES:
        return _by_pairs(rows, cols)
    return any_evaluation(rows, cols, home)


@lru_cache(maxsize=16)
def any_evaluation(rows: int, cols: int, home: int) -> Evaluation:
    """The evaluation that serves every shape and every home of the blank."""
    return local_evaluation(LocalFeatures(rows, cols, home), read_shipped("local"))


@lru_cache(maxsize=len(PAIR_SHAPES))
def _by_pairs(rows: int, cols: int) -> Evaluation:
    return pair_evaluation(PairFeatures(rows, cols), read_shipped(f"pairs-{rows}x{cols}"))


@lru_cache(maxsize=4)
def read_shipped(name: str) -> Floats:
    """The weights of a name that come with slidelab."""
    with files(__name__).joinpath(f"{name}.npz").open("rb") as file:
        return read(file)


def read(file: IO[bytes]) -> Floats:
    """The weights of a file that `write` wrote."""
    with np.load(file) as arrays:
        weights: Floats = arrays["weights"] / STEP
    return weights


def write(path: Path, weights: Floats) -> None:
    """Write weights as they come with slidelab: small, and the same for the same weights."""
    np.savez_compressed(path, weights=np.rint(weights * STEP).astype(np.int16))
