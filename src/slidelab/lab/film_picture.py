"""The tree of a film, as a picture: laid out and coloured as on the page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from math import isnan
from typing import TYPE_CHECKING

from slidelab.errors import SlidelabError
from slidelab.pictures import TreeNode
from slidelab.puzzle import Board, Move
from slidelab.search import Event

if TYPE_CHECKING:
    from slidelab.lab.film import Film

FIRST = 40
"""Expansions shown by default: more do not fit on a slide."""

_LOOKS: dict[int, str] = {Event.GOAL: "goal", Event.EXPAND: "expanded"}
_LOOKS |= dict.fromkeys((Event.DUPLICATE, Event.SKIP, Event.CUT_OFF), "dropped")


def step_after(film: Film, expansions: int) -> int:
    """Return the step of a film before the expansion that comes after this number of them."""
    seen = 0
    for step, kind in enumerate(film.events.kind):
        seen += kind == Event.EXPAND
        if seen > expansions:
            return step - 1
    return len(film) - 1


def tree_after(film: Film, step: int) -> list[TreeNode]:
    """Return the nodes of the tree after a step, counted from 0.

    Raises `SlidelabError` if there are none yet.
    """
    looks = _find_looks(film, step)
    if not looks:
        raise SlidelabError("the film shows nothing yet at this step: choose a later one")
    path = {node for goal, look in looks.items() if look == "goal" for node in _walk_up(film, goal)}
    boards = _replay_boards(film, list(looks))
    numbers = {node: number for number, node in enumerate(looks)}
    return [
        TreeNode(
            boards[node],
            numbers.get(film.nodes.parent[node]),
            look,
            _write_figures(film, node),
            node in path,
        )
        for node, look in looks.items()
    ]


def _find_looks(film: Film, step: int) -> dict[int, str]:
    """Return what has become of each node after a step, parents before their children."""
    looks: dict[int, str] = {}
    events = film.events
    for kind, node in zip(events.kind[: step + 1], events.node[: step + 1], strict=True):
        if node < 0:
            continue
        unseen = takewhile(lambda ancestor: ancestor not in looks, _walk_up(film, node))
        for ancestor in reversed([*unseen]):
            looks[ancestor] = "waiting"
        looks[node] = _LOOKS.get(kind, looks[node])
    return looks


def _walk_up(film: Film, node: int) -> Iterator[int]:
    """Yield a node and its ancestors up to a root."""
    while node >= 0:
        yield node
        node = film.nodes.parent[node]


def _replay_boards(film: Film, nodes: list[int]) -> dict[int, Board]:
    shape = film.result.start.shape
    boards: dict[int, Board] = {}
    for node in nodes:  # parents come first
        parent = film.nodes.parent[node]
        if parent < 0:
            boards[node] = Board.from_state(film.roots[node], shape)
        else:
            boards[node] = boards[parent].move(Move(film.nodes.move[node]))
    return boards


def _write_figures(film: Film, node: int) -> str:
    """Return g, and h if the search has one."""
    g, h = film.nodes.g[node], film.nodes.h[node]
    return f"{g}" if isnan(h) else f"{g}+{h:g}"
