"""Experiments: boards × searches, on all cores or on a cluster, stopped and resumed at will."""

from slidelab.lab.experiment.grid import Grid, read_grid
from slidelab.lab.experiment.run import run_experiment
from slidelab.lab.experiment.run_state import Summary
from slidelab.lab.toml import BadFile

__all__ = ["BadFile", "Grid", "Summary", "read_grid", "run_experiment"]
