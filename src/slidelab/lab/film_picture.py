"""The tree of a film, as a diagram: laid out and coloured as on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from math import isnan
from typing import TYPE_CHECKING

from slidelab.puzzle import Board, Move
from slidelab.puzzle.pictures import Box, Diagram
from slidelab.puzzle.pictures.diagram import CAPTION, MARGIN, Link, size
from slidelab.search import Event

if TYPE_CHECKING:
    from slidelab.lab.film import Film

SCALE = 0.42
GAP = 20
FIRST = 40
"""Expansions shown where nobody says how many: more do not fit on a slide."""

NODES = 2000
"""A tree of more nodes cannot be looked at."""

_LOOKS: dict[int, str] = {Event.GOAL: "goal", Event.EXPAND: "expanded"}
_LOOKS |= dict.fromkeys((Event.DUPLICATE, Event.SKIP, Event.CUT_OFF), "dropped")


def step_after(film: Film, expansions: int) -> int:
    """The step of a film before the expansion that comes after this number of them."""
    seen = 0
    for step, kind in enumerate(film.events.kind):
        seen += kind == Event.EXPAND
        if seen > expansions:
            return step - 1
    return len(film) - 1


def draw_tree(film: Film, step: int) -> Diagram:
    """The tree as it is after a step, counted from 0.

    Raises ValueError if it has too many nodes.
    """
    looks = _find_looks(film, step)
    if not looks:
        raise ValueError("the film shows nothing yet at this step: choose a later one")
    if len(looks) > NODES:
        raise ValueError(
            f"the tree has {len(looks):,} nodes at this step, and a picture shows up to "
            f"{NODES:,}: choose an earlier step"
        )
    children: dict[int, list[int]] = {node: [] for node in looks}
    roots = []
    for node in looks:
        parent = film.nodes.parent[node]
        if parent in children:
            children[parent].append(node)
        else:
            roots.append(node)
    boards = _replay_boards(film, list(looks))
    places = lay_out(roots, children)
    width, height = (SCALE * side for side in size(film.result.start))
    numbers = {node: number for number, node in enumerate(looks)}
    boxes = [
        Box(
            boards[node],
            MARGIN + places[node][0] * (width + GAP),
            MARGIN + places[node][1] * (height + GAP + 2 * CAPTION),
            SCALE,
            look,
            _write_figures(film, node),
        )
        for node, look in looks.items()
    ]
    path = {node for goal, look in looks.items() if look == "goal" for node in _walk_up(film, goal)}
    links = [
        Link(numbers[parent], numbers[child], Move(film.nodes.move[child]).letter, child in path)
        for parent, below in children.items()
        for child in below
    ]
    return Diagram(boxes, links)


def grow_tree(film: Film, step: int) -> Iterator[Diagram]:
    """The tree after each expansion up to a step, the nodes where they will be at the end."""
    whole = draw_tree(film, step)
    final = {node: number for number, node in enumerate(_find_looks(film, step))}
    stops = [at for at in range(1, step + 1) if film.events.kind[at] == Event.EXPAND]
    for stop in [*stops, step]:
        looks = _find_looks(film, stop)
        kept = [node for node in final if node in looks]
        numbers = {final[node]: at for at, node in enumerate(kept)}
        yield Diagram(
            [replace(whole.boxes[final[node]], look=looks[node]) for node in kept],
            [
                replace(link, parent=numbers[link.parent], child=numbers[link.child])
                for link in whole.links
                if link.child in numbers and link.parent in numbers
            ],
        )


def lay_out(roots: list[int], children: dict[int, list[int]]) -> dict[int, tuple[float, int]]:
    """Where nodes go, in units of one node: parents over the middle of their children.

    Subtrees are as close as their outlines allow (Reingold and Tilford 1981), as on the page.
    """
    order: list[int] = []
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(children[node]))
    beside: dict[int, float] = {}  # x of a node, from that of its parent
    outlines: dict[int, list[tuple[float, float]]] = {}
    for node in reversed(order):
        outlines[node] = _join([outlines.pop(c) for c in children[node]], children[node], beside)
    places: dict[int, tuple[float, int]] = {}
    offset = 0.0
    for root in roots:
        left = min(ends[0] for ends in outlines[root])
        right = max(ends[1] for ends in outlines[root])
        places[root] = (offset - left, 0)
        offset += right - left + 2
    for node in order:
        x, y = places[node]
        for child in children[node]:
            places[child] = (x + beside[child], y + 1)
    return places


def _join(
    outlines: list[list[tuple[float, float]]], nodes: list[int], beside: dict[int, float]
) -> list[tuple[float, float]]:
    """An outline tells, layer by layer, the leftmost and the rightmost x."""
    merged: list[tuple[float, float]] = []
    shifts = []
    for outline in outlines:
        shift = max((m[1] - o[0] + 1 for m, o in zip(merged, outline, strict=False)), default=0.0)
        shifts.append(shift)
        moved = [(left + shift, right + shift) for left, right in outline]
        both = [(m[0], o[1]) for m, o in zip(merged, moved, strict=False)]
        merged = both + (merged if len(merged) > len(moved) else moved)[len(both) :]
    if not nodes:
        return [(0, 0)]
    middle = (shifts[0] + shifts[-1]) / 2
    beside.update((node, shift - middle) for node, shift in zip(nodes, shifts, strict=True))
    return [(0, 0), *((left - middle, right - middle) for left, right in merged)]


def _find_looks(film: Film, step: int) -> dict[int, str]:
    """Every node there is after a step, and what has become of it."""
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
    """A node and those before it, back to a root."""
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
            moves = [Move(film.nodes.move[node])] * film.nodes.tiles[node]
            boards[node] = boards[parent].play(moves)
    return boards


def _write_figures(film: Film, node: int) -> str:
    """g, h and f, as far as the search has them."""
    g, h = film.nodes.g[node], film.nodes.h[node]
    return f"{g}" if isnan(h) else f"{g}+{h:g}"
