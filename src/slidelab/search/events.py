"""What a search reports while it works: one small event for each thing it does."""

from collections.abc import Generator
from enum import IntEnum
from typing import Any


class Event(IntEnum):
    """The kinds of events.

    A search yields pairs `(event, subject)`. The subject is the node concerned unless stated.
    Every node is reported once when it is created, by GENERATE, IMPROVE or DUPLICATE, so the number
    of nodes generated is the number of those events. Films are written with these numbers, which
    never change.
    """

    GENERATE = 0  # a new node joins the frontier
    DUPLICATE = 1  # a child is discarded because its state was reached before
    IMPROVE = 2  # a child joins the frontier because it is a cheaper path to a reached state
    EXPAND = 4  # a node leaves the frontier and its children come next
    SKIP = 5  # a copy leaves the frontier, but a better copy of its state was expanded
    CUT_OFF = 6  # a node lies beyond the bound and is not expanded
    START = 7  # the search begins; the subject is its frontier
    BOUND = 8  # a new iteration begins; the subject is its bound
    RESTART = 9  # a new climb begins from the subject
    GOAL = 10  # the goal is found
    SUBGOAL = 12  # the moves that follow serve the subject, a `Subgoal`


GENERATE, DUPLICATE, IMPROVE, EXPAND, SKIP, CUT_OFF, START, BOUND, RESTART, GOAL, SUBGOAL = Event

Steps = Generator[tuple[Event, Any], None, Any]
"""A search: the generator of its events, which returns the goal node or None."""
