"""Makes the films that the browser's tests read, with the frontier as the search really held it.

Run it after a change to the searches: `python tests/web/browser/make_films.py`.
"""

import json
from copy import copy
from pathlib import Path
from typing import Any

from slidelab.lab.film import Film
from slidelab.search import Event
from slidelab.search.frontier import JoinedFrontiers, PriorityQueue
from slidelab.solving import Search, SearchSpec

FOLDER = Path(__file__).parent / "films"
NEAR = "1,4,2,6,3,5,7,0,8"
FAR = "4,3,1,5,7,2,0,6,8"

FILMS: dict[str, tuple[str, dict[str, Any]]] = {
    "bfs": (NEAR, {"algorithm": "bfs"}),
    "dfs": (NEAR, {"algorithm": "dfs"}),
    "astar": (FAR, {"algorithm": "astar"}),
    "astar-forms": (FAR, {"algorithm": "astar", "preset": "forms"}),
    "greedy": (FAR, {"algorithm": "greedy"}),
    "ids": ("1,4,2,3,0,5,6,7,8", {"algorithm": "ids"}),
    "ida": (FAR, {"algorithm": "ida"}),
    "rbfs": (NEAR, {"algorithm": "rbfs"}),
    "bidirectional": (FAR, {"algorithm": "bidirectional"}),
    "beam": (FAR, {"algorithm": "beam", "parameters": {"width": 4}}),
    "hill-climbing": (FAR, {"algorithm": "hill-climbing"}),
}
MOST_EVENTS = 400
COUNTED = ("expanded", "generated", "duplicates")


class Watcher(Film):
    """A film that also writes down the frontier after each event, next to leave first."""

    def __init__(self, frontier: str) -> None:
        super().__init__(frontier, MOST_EVENTS)
        self.frontiers: list[list[list[int]]] = []
        self._frontier: Any = None

    def __call__(self, event: Event, subject: Any) -> None:
        if event is Event.START:
            self._frontier = subject
        before = len(self.events.kind)
        super().__call__(event, subject)
        if len(self.events.kind) > before:
            self.frontiers.append([self._numbers(part) for part in _parts(self._frontier)])

    def full(self) -> bool:
        """Whether nothing more is written down."""
        return self.truncated

    def _numbers(self, nodes: list[Any]) -> list[int]:
        return [self._known.get(id(node), (-1,))[0] for node in nodes]


def _parts(frontier: Any) -> list[list[Any]]:
    if isinstance(frontier, JoinedFrontiers):
        return [nodes for part in frontier.parts for nodes in _parts(part)]
    if isinstance(frontier, PriorityQueue):
        waiting = copy(frontier)
        waiting._heap = [*frontier._heap]
        return [[waiting.pop() for _ in range(len(waiting))]]
    if hasattr(frontier, "next_layer"):
        return [[*frontier.layer, *frontier.next_layer]]
    if isinstance(frontier, list):
        return [frontier[::-1]]
    return [[*frontier]]


def main() -> None:
    """Write every film."""
    FOLDER.mkdir(exist_ok=True)
    for name, (board, choices) in FILMS.items():
        task = Search(board, spec=SearchSpec(engine="textbook", **choices))
        watcher = Watcher(task.spec.method.frontier)
        watcher.result = task.advance(observer=watcher, cancelled=watcher.full)
        counters = {key: getattr(watcher.result.counters, key) for key in COUNTED}
        content = {"film": watcher.to_dict(), "frontiers": watcher.frontiers, "counters": counters}
        text = json.dumps(content, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}: {len(watcher.events.kind)} events, {len(text):,} bytes")


if __name__ == "__main__":
    main()
