"""The tree of a film as a picture, coloured as on the page."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from slidelab.errors import SlidelabError
from slidelab.pictures import TreeNode
from slidelab.puzzle import Board, Move
from slidelab.search import Event

if TYPE_CHECKING:
    from slidelab.lab.film import Film

FIRST = 40
"""Default number of expansions shown: more do not fit on a slide."""

_LOOKS: dict[int, str] = {Event.GOAL: "goal", Event.EXPAND: "expanded"}
_LOOKS |= dict.fromkeys((Event.DUPLICATE, Event.SKIP, Event.CUT_OFF), "dropped")


def step_after(film: Film, expansions: int = FIRST) -> int:
    """Return the last step of a film with this number of expansions."""
    seen = 0
    for step, kind in enumerate(film.events.kind):
        seen += kind == Event.EXPAND
        if seen > expansions:
            return step - 1
    return len(film) - 1


def tree_after(film: Film, step: int) -> list[TreeNode]:
    """Return the nodes of the tree after a step, counted from 0, parents before their children.

    Raises `SlidelabError` if there are none yet.
    """
    nodes, events = film.nodes, film.events
    looks: dict[int, str] = {}
    path: set[int] = set()
    for kind, node in zip(events.kind[: step + 1], events.node[: step + 1], strict=True):
        lineage = _lineage(film, node)
        for ancestor in reversed(lineage):
            looks.setdefault(ancestor, "waiting")
        if node >= 0:
            looks[node] = _LOOKS.get(kind, looks[node])
        if kind == Event.GOAL:
            path.update(lineage)
    if not looks:
        raise SlidelabError("the film shows nothing yet at this step: choose a later one")
    places = {node: place for place, node in enumerate(looks)}
    tree: list[TreeNode] = []
    for node, look in looks.items():
        parent = places.get(nodes.parent[node])
        if parent is None:
            board = Board.from_state(film.roots[node], film.result.start.shape)
        else:
            board = tree[parent].board.move(Move(nodes.move[node]))
        g, h = nodes.g[node], nodes.h[node]
        caption = f"{g}" if isnan(h) else f"{g}+{h:g}"
        tree.append(TreeNode(board, parent, look, caption, node in path))
    return tree


def _lineage(film: Film, node: int) -> list[int]:
    """Return a node and its ancestors up to a root."""
    found = []
    while node >= 0:
        found.append(node)
        node = film.nodes.parent[node]
    return found
