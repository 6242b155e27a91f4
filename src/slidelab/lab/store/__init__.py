"""The memory of the lab: every trial, kept in one SQLite file of the person's data folder."""

from slidelab.lab.store.connection import StoreError
from slidelab.lab.store.soundness import UnsoundTrial
from slidelab.lab.store.store import VERSIONS, Filter, TrialStore
from slidelab.lab.trial import COLUMNS, SOURCES, Trial, trial_of

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
