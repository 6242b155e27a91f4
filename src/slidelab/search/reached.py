"""What a search remembers of the states that it reached, to recognise duplicates.

`admit` is asked about each child before it joins the frontier, `is_outdated` about each node that
leaves the frontier before it is expanded.
"""

from slidelab.search.conventions import Conventions
from slidelab.search.events import DUPLICATE, GENERATE, IMPROVE, Event
from slidelab.search.problem import Node, State


class CheapestPath(dict[State, Node]):
    """Keep the cheapest known path to each state, as textbooks do in best-first search."""

    def admit(self, child: Node) -> Event:
        """Admit a new state, and a cheaper path to a known one."""
        known = self.get(child.state)
        if known is not None and known.g <= child.g:
            return DUPLICATE
        self[child.state] = child
        return GENERATE if known is None else IMPROVE

    def is_outdated(self, node: Node) -> bool:
        """Return whether a cheaper path to the node's state was found since it was pushed."""
        return self[node.state] is not node


class VisitedSet(set[State]):
    """Mark a state when it is generated: the first path to it is the only one."""

    def admit(self, child: Node) -> Event:
        """Admit new states."""
        if child.state in self:
            return DUPLICATE
        self.add(child.state)
        return GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Return False: no state is pushed twice."""
        return False


class ClosedSet(set[State]):
    """Mark a state when it is expanded: until then, any number of copies may be pushed."""

    def admit(self, child: Node) -> Event:
        """Admit states that were not expanded yet."""
        return DUPLICATE if child.state in self else GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Mark the node's state; return whether it was marked before."""
        if node.state in self:
            return True
        self.add(node.state)
        return False


class NeverUndo:
    """Remember no states; discard only the child that undoes the last move."""

    def admit(self, child: Node) -> Event:
        """Admit all children but the grandparent's state."""
        before = child.parent and child.parent.parent
        return DUPLICATE if before and before.state == child.state else GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Return False: copies are expanded too."""
        return False


class Tree:
    """Remember nothing (tree search)."""

    def admit(self, child: Node) -> Event:
        """Admit every child."""
        return GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Return False: copies are expanded too."""
        return False


Reached = CheapestPath | VisitedSet | ClosedSet | NeverUndo | Tree

REACHED: dict[str, type[Reached]] = {
    "cheapest": CheapestPath,
    "visited": VisitedSet,
    "closed": ClosedSet,
    "parent": NeverUndo,
    "tree": Tree,
}
"""The values of the convention `duplicates`."""


def reached_of_blind_search(conventions: Conventions) -> Reached:
    """Return what breadth-first and depth-first search remember: they compare no costs."""
    if conventions.duplicates in ("parent", "tree"):
        return REACHED[conventions.duplicates]()
    return ClosedSet() if conventions.marked == "expanded" else VisitedSet()
