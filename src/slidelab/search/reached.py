"""Remember reached states, to recognise duplicates.

A search asks `admit` about each child before it joins the frontier, and `is_outdated` about each
node that leaves the frontier, which is then skipped instead of expanded.
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
        """Return whether a cheaper path to its state was found while the node waited."""
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
        """Return False: no other path to its state was admitted."""
        return False


class ClosedSet(set[State]):
    """Mark a state when it is expanded: until then, any number of copies may be pushed."""

    def admit(self, child: Node) -> Event:
        """Admit the child unless its state is marked."""
        return DUPLICATE if child.state in self else GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Return whether a copy of the node was expanded; if not, mark its state: it is next."""
        if node.state in self:
            return True
        self.add(node.state)
        return False


class Tree:
    """Remember nothing (tree search): every child joins the frontier and is expanded."""

    def admit(self, child: Node) -> Event:
        """Admit every child."""
        return GENERATE

    def is_outdated(self, node: Node) -> bool:
        """Return False: every node is expanded."""
        return False


class NeverUndo(Tree):
    """Remember no states; discard only the child that undoes the last move."""

    def admit(self, child: Node) -> Event:
        """Admit the child unless it has the state of its parent's parent."""
        grandparent = child.parent and child.parent.parent
        is_back = grandparent is not None and grandparent.state == child.state
        return DUPLICATE if is_back else GENERATE


Reached = CheapestPath | VisitedSet | ClosedSet | Tree
"""Any of the above: they have the same two methods."""

REACHED: dict[str, type[Reached]] = {
    "cheapest": CheapestPath,
    "visited": VisitedSet,
    "closed": ClosedSet,
    "parent": NeverUndo,
    "tree": Tree,
}
"""The class for each value of the convention `duplicates`."""
