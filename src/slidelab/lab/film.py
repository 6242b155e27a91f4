"""A film of a search: every event in order, compact enough to send and to play both ways.

A film holds two tables. *Nodes*: one row for each node created, duplicates included, in the order
of creation. *Events*: what happened, and to which node. Boards are not kept: the viewer replays the
moves from a root.
"""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Callable
from math import nan
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics import Heuristic
from slidelab.puzzle import BoardLike
from slidelab.puzzle.shape import ShapeLike
from slidelab.search import Algorithm, Conventions, Counters, Event, Limits, Node
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Result, Search, SearchSpec
from slidelab.system.argument_checks import check_whole

MOST_EVENTS = 100_000
NO_MOVE = 255
NO_NODE = -1

_CREATED = (Event.GENERATE, Event.DUPLICATE, Event.IMPROVE)


class Film:
    """The events of a search: an observer that records them until it is full.

    Nodes are known by their identity, so the film keeps them alive: Python gives the identity of a
    dead object to a new one.
    """

    result: Result
    """The result of the search, once it has ended."""

    def __init__(self, frontier: str, most_events: int) -> None:
        self.frontier = frontier
        """How to draw the frontier; one of `slidelab.search.algorithm.FRONTIERS`."""
        self.nodes = SimpleNamespace(
            parent=array("i"), move=array("B"), g=array("i"), h=array("d"), f=array("d")
        )
        """The columns of the nodes; a node's index is its row."""
        self.events = SimpleNamespace(kind=array("B"), node=array("i"), value=array("d"))
        """The columns of the events; `value` has an entry for each new bound only."""
        self.roots: dict[int, bytes] = {}
        """The states of the nodes without a parent, by their index."""
        self.subgoals: list[str] = []
        """The words of each event of the kind `SUBGOAL`, in order."""
        self.truncated = False
        """Whether the search went on after the film was full."""
        self._most_events = most_events
        self._known: dict[int, tuple[int, Node]] = {}

    def __len__(self) -> int:
        """The number of events."""
        return len(self.events.kind)

    def __repr__(self) -> str:
        outcome = str(self.result).splitlines()[0]
        size = f"{len(self):,} events, {len(self.nodes.g):,} nodes"
        return f"<Film of {self.result.algorithm}: {size}; {outcome}>"

    def _repr_html_(self) -> str:
        from slidelab.notebook import to_html

        return to_html(self)

    def to_svg(self, *, step: int | None = None) -> str:
        """Draw the search tree as an SVG image.

        It is drawn after the event `step`, counted from 0 (default: after 40 expansions). Raises
        ValueError for a step that does not exist, or with too many nodes.
        """
        from slidelab.lab.film_picture import step_after, tree_after
        from slidelab.pictures import tree_svg

        check_whole("step", step, least=0)
        at = step_after(self) if step is None else step
        if at >= len(self):
            raise SlidelabError(f"step is {step}; the last event is {len(self) - 1:,}")
        return tree_svg(tree_after(self, at))

    def save(self, file: str | Path, *, step: int | None = None) -> None:
        """Write a picture of the tree to a file whose name ends in .svg, .png or .pdf.

        Raises ValueError as `to_svg` does, and for another ending.
        """
        from slidelab.pictures import check_picture_name, save_picture

        check_picture_name(file)
        save_picture(self.to_svg(step=step), file)

    def to_dict(self) -> dict[str, Any]:
        """Return the film as plain values for JSON; columns are base64 of little-endian numbers.

        h and f are sent as 32-bit floats, which are enough to show them. If these would blur which
        of two values is smaller, the exact f is sent too, as `f64`.
        """
        result, nodes, events = self.result, self.nodes, self.events
        columns = vars(nodes) | {"h": array("f", nodes.h), "f": array("f", nodes.f)}
        if array("d", columns["f"]).tobytes() != nodes.f.tobytes():  # NaN equals NaN here
            columns["f64"] = nodes.f
        return {
            **{name: getattr(result, name) for name in ("algorithm", "heuristic", "parameters")},
            "start": list(result.start.state),
            "goal": list(result.goal.state),
            "shape": str(result.start.shape),
            "frontier": self.frontier,
            "ties": result.spec.conventions.ties,
            "weight": result.parameters.get("weight"),
            "truncated": self.truncated,
            "status": "event-limit" if self.truncated else str(result.status),
            "reason": result.reason,
            "nodes": {name: encode(column) for name, column in columns.items()},
            "events": {name: encode(column) for name, column in vars(events).items()},
            "subgoals": self.subgoals,
            "roots": {str(index): list(state) for index, state in self.roots.items()},
            "result": {
                "cost": result.cost,
                "moves": None if result.moves is None else result.moves_text("letters"),
            },
        }

    def __call__(self, event: Event, subject: Any) -> None:
        """Record an event."""
        kinds = self.events.kind
        if len(kinds) >= self._most_events or len(self.nodes.g) >= 2 * self._most_events:
            self.truncated = True
            return
        node = NO_NODE
        if event in _CREATED:
            node = self._add(subject, keep=event is not Event.DUPLICATE)
        elif event is Event.BOUND:
            self.events.value.append(subject)
        elif event is Event.SUBGOAL:
            self.subgoals.append(subject.words)
        elif event is not Event.START:
            node = self._find(subject)
        kinds.append(event)
        self.events.node.append(node)

    def _find(self, node: Node) -> int:
        """Return the index of a node; one that was created unseen is added with its ancestors.

        Random walks are such nodes, and the second half of a path that two searches joined. A walk
        begins at a node of its own, which stands for the root with the same board.
        """
        path = [node]
        while id(path[-1]) not in self._known and path[-1].parent is not None:
            path.append(path[-1].parent)
        for each in reversed(path):
            if id(each) in self._known:
                continue
            same = (index for index, state in self.roots.items() if state == each.state)
            if each.parent is None and (index := next(same, None)) is not None:
                self._known[id(each)] = index, each
            else:
                self._add(each, keep=True)
        return self._known[id(node)][0]

    def _add(self, node: Node, keep: bool) -> int:
        nodes = self.nodes
        index = len(nodes.g)
        parent, move = node.parent, node.move
        if parent is None or move is None:
            nodes.parent.append(NO_NODE)
            nodes.move.append(NO_MOVE)
            self.roots[index] = node.state
        else:
            nodes.parent.append(self._known[id(parent)][0])
            nodes.move.append(move)
        nodes.g.append(node.g)
        nodes.h.append(getattr(node, "h", nan))
        nodes.f.append(getattr(node, "f", nan))
        if keep:
            self._known[id(node)] = index, node
        return index


def record(
    task: Search,
    limits: Limits = NO_LIMITS,
    most_events: int = MOST_EVENTS,
    progress: Callable[[Counters, int], None] | None = None,
) -> Film:
    """Run a search and film it until an end, a limit, or the film is full.

    `progress` is called with the counters and the number of events about ten times a second. The
    task must be fresh and of the textbook engine: compiled searches cannot be watched.

    >>> from slidelab import SearchSpec
    >>> film = record(Search("125340678", spec=SearchSpec("bfs", engine="textbook")))
    >>> len(film.nodes.g), len(film.events.kind), film.result.cost
    (31, 43, 3)
    """
    film = Film(task.spec.frontier, most_events)
    film.result = task.advance(
        limits,
        observer=film,
        progress=progress and (lambda counters: progress(counters, len(film))),
        cancelled=lambda: film.truncated,
    )
    return film


def watch(
    start: BoardLike,
    algorithm: str | Algorithm | Callable[..., Any] = "astar",
    heuristic: str | Heuristic | Callable[..., Any] | None = None,
    *,
    goal: BoardLike = "blank-first",
    shape: ShapeLike | None = None,
    preset: str = "textbook",
    conventions: Conventions | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    **parameters: Any,
) -> Film:
    """Film a search; in a notebook the film shows itself and plays back and forth.

    The arguments are those of `slidelab.solve`. A film is full after 100,000 events.

    Raises ValueError if names, parameters or boards do not fit together; the message says why.

    >>> watch("125340678", "bfs")
    <Film of bfs: 43 events, 31 nodes; Solved in 3 moves: Up Left Left>
    """
    spec = SearchSpec(
        algorithm,
        heuristic,
        parameters=parameters,
        preset=preset,
        conventions=conventions,  # type: ignore[arg-type]
        engine="textbook",
    )
    search = Search(start, goal, spec, shape=shape, force=True)
    return record(search, Limits(time_limit, node_limit, memory_limit))


def encode(column: array[Any]) -> str:
    """Return numbers as base64."""
    return b64encode(column.tobytes()).decode("ascii")
