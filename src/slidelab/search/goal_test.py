"""The early goal test: a wrapper around the events, since up to that moment nothing changes."""

from typing import Any

from slidelab.search.events import GENERATE, GOAL, IMPROVE, START, Steps
from slidelab.search.problem import Problem, State


def with_goal_test(steps: Steps, problem: Problem, *, uninformed: bool) -> Steps:
    """Return the search with the goal test of the conventions; by itself, it tests on expansion.

    `uninformed` says whether the search goes by neither cost nor estimate.
    """
    early = problem.conventions.tests_when_generated(uninformed)
    return end_when_generated(steps, problem.goal) if early else steps


def end_when_generated(steps: Steps, goal: State) -> Steps:
    """End a search as soon as the goal is generated, so that it never waits in the frontier."""
    frontier: Any = None
    for event, node in steps:
        if event is START:
            frontier = node
        elif (event is GENERATE or event is IMPROVE) and node.state == goal:
            frontier.remove(node)
            yield event, node
            yield GOAL, node
            return node
        yield event, node
