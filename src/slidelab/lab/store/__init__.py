"""The memory of the lab: every trial, kept in one SQLite file of the person's data folder."""

from slidelab.lab.recording import COLUMNS, SOURCES, Trial, trial_of
from slidelab.lab.store.connection import StoreError
from slidelab.lab.store.store import VERSIONS, Filter, TrialStore, UnsoundTrial

__all__ = [
    "COLUMNS",
    "SOURCES",
    "VERSIONS",
    "Filter",
    "StoreError",
    "Trial",
    "TrialStore",
    "UnsoundTrial",
    "trial_of",
]
