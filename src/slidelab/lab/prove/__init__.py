"""Proving things about a heuristic, on every board of a small puzzle; larger ones are sampled."""

from slidelab.lab.prove.findings import Counterexample, HeuristicProof, Ordering
from slidelab.lab.prove.prover import prove
from slidelab.system.progress import CancelledError

__all__ = ["CancelledError", "Counterexample", "HeuristicProof", "Ordering", "prove"]
