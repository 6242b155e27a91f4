"""What a search remembers of the states that it reached, to recognise duplicates.

`admit` is asked about each child before it joins the frontier, `is_outdated` about each node that
leaves the frontier before it is expanded.
"""

from slidelab.search.events import DUPLICATE, GENERATE, IMPROVE, Event
from slidelab.search.problem import Node, State


class CheapestPath(dict[State, Node]):
    """Keep the cheapest known path to each state, as textbooks do in best-first search."""

    def admit(self, child: Node) -> Event:
        """Record the child unless its state was reached as cheaply before.

        Return GENERATE (new), IMPROVE (cheaper) or DUPLICATE (discard it).
        """
        known = self.get(child.state)
        if known is not None and known.g <= child.g:
            return DUPLICATE
        self[child.state] = child
        return GENERATE if known is None else IMPROVE

    def is_outdated(self, node: Node) -> bool:
        """Return whether a cheaper path was found while the node waited, so that it is skipped."""
        return self[node.state] is not node


class VisitedSet(set[State]):
    """Mark a state when it is generated: the first path to it is the only one."""

    def admit(self, child: Node) -> Event:
        """Mark the child's state, unless it was marked before."""
        if child.state in self:
            return DUPLICATE
        self.add(child.state)
        return GENERATE

    def is_outdated(self, node: Node) -> bool:
        return False


class ClosedSet(set[State]):
    """Mark a state when it is expanded: until then, any number of copies may be pushed."""

    def admit(self, child: Node) -> Event:
        """Admit the child unless its state was expanded; `is_outdated` marks states."""
        return DUPLICATE if child.state in self else GENERATE

    def is_outdated(self, node: Node) -> bool:
        if node.state in self:
            return True
        self.add(node.state)
        return False


class Tree:
    """Remember nothing (tree search): every child joins the frontier and is expanded."""

    def admit(self, child: Node) -> Event:
        return GENERATE

    def is_outdated(self, node: Node) -> bool:
        return False


class NeverUndo(Tree):
    """Remember no states; discard only the child that undoes the last move."""

    def admit(self, child: Node) -> Event:
        before = child.parent and child.parent.parent
        return DUPLICATE if before and before.state == child.state else GENERATE


Reached = CheapestPath | VisitedSet | ClosedSet | Tree

REACHED: dict[str, type[Reached]] = {
    "cheapest": CheapestPath,
    "visited": VisitedSet,
    "closed": ClosedSet,
    "parent": NeverUndo,
    "tree": Tree,
}
"""The values of the convention `duplicates`."""
