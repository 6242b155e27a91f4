"""The memory of the lab: every trial, kept in one SQLite file of the person's data folder."""

from slidelab.lab.store.connection import StoreError
from slidelab.lab.store.store import VERSIONS, Filter, TrialStore
from slidelab.lab.store.trial import COLUMNS, SOURCES, Trial, UnsoundTrial, trial_of

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
