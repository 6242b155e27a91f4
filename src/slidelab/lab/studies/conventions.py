"""Why two correct programs print different numbers: one choice changed at a time."""

from dataclasses import replace

from slidelab.lab.many_boards import Outcomes
from slidelab.lab.studies import Findings, Request, Table, study
from slidelab.lab.studies._study import GOAL, Cell
from slidelab.search.conventions import PRESETS, TEXTBOOK, Conventions
from slidelab.solving import SearchSpec

BOARDS = 200
SEARCHES = {
    "bfs": SearchSpec("bfs"),
    "dfs": SearchSpec("dfs"),
    "astar manhattan": SearchSpec("astar", "manhattan"),
}
CHOICES: dict[str, Conventions] = {
    "textbook (all as usual)": TEXTBOOK,
    "order: ULRD": replace(TEXTBOOK, order="ULRD"),
    "order: DRUL": replace(TEXTBOOK, order="DRUL"),
    "goal test: when generated": replace(TEXTBOOK, goal_test="generate"),
    "children on the stack: as ordered": replace(TEXTBOOK, dfs_push="ordered"),
    "ties: last in": replace(TEXTBOOK, ties="last-in"),
    "ties: lower h": replace(TEXTBOOK, ties="lower-h"),
    "ties: as heapq leaves them": replace(TEXTBOOK, ties="heap"),
    "duplicates in the frontier: ignored": replace(TEXTBOOK, duplicates="ignore"),
    "duplicates in the frontier: always pushed": replace(TEXTBOOK, duplicates="always"),
    "expanded states: not reopened": replace(TEXTBOOK, reopen=False),
    "the blank: counted": replace(TEXTBOOK, count_blank=True),
    "the goal: counted": replace(TEXTBOOK, count_goal=True),
    "depth: expanded plus one": replace(TEXTBOOK, depth="expanded-plus-one"),
}

READING = [
    "**The goal test.** BFS that recognises the goal when it is generated saves most of a layer, "
    "about a sixth of its nodes here. A\\* saves next to nothing, since the goal is generated when "
    "its layer of f is almost done. That A\\* still finds "
    "shortest paths is no matter of course: it needs moves of cost 1 and an admissible heuristic "
    "that is at least 1 on every board but the goal.",
    "**Ties** are the largest effect on A\\*: first-in expands the whole last layer of f, last-in "
    "and lower h save half of all nodes. First-in has one virtue: its count does not depend on the "
    "order of the moves (see the study of random child order).",
    "**Order** changes every count of BFS by a little and every count of DFS by a lot. DFS has no "
    "typical number: only means over many boards can be compared.",
    "**Duplicates.** A child whose state waits in the frontier at a higher g must be pushed again, "
    "or the frontier updated. A program that ignores it keeps the longer path, and its A\\* is no "
    "longer optimal: the last column counts the boards. Pushing always instead of at a lower g "
    "costs memory, not expansions. And with a consistent heuristic nothing is ever reopened.",
    "**Counting the blank** makes Manhattan distance inconsistent: more nodes, not fewer, because "
    "states have to be expanded again. It is not admissible any more, although no path here got "
    "longer by that alone; together with ignored duplicates (preset rows) many do.",
    "**Counting the goal** adds one: harmless, and still enough to fail a test that compares "
    "digits.",
]


@study(
    title="Conventions",
    question="Books leave open in which order moves are tried, when the goal is recognised, which "
    "of two equal nodes comes first, and more. What does each choice do to the counts?",
    cost="Nodes expanded, mean over the boards; *changed* is the share of boards on which the "
    "count is not that of the first row. *Longer* counts boards on which A* found a path longer "
    "than the shortest.",
)
def conventions(request: Request) -> Findings:
    """Search from random boards under conventions that differ from the textbook's in one choice."""
    starts = request.random_boards(BOARDS)
    presets = {f"preset {name}": each for name, each in PRESETS.items() if name != "textbook"}
    known: dict[tuple[str, Conventions], Outcomes] = {}

    def search(choice: str, name: str, chosen: Conventions) -> Outcomes:
        seen = _seen_by(name, chosen)
        if (name, seen) not in known:
            spec = replace(SEARCHES[name], conventions=seen)
            known[name, seen] = request.search(f"{choice}, {name}", starts, GOAL, spec)
        return known[name, seen]

    found = {
        choice: {name: search(choice, name, chosen) for name in SEARCHES}
        for choice, chosen in (CHOICES | presets).items()
    }
    usual = found["textbook (all as usual)"]
    rows = [_row(choice, usual, outcomes) for choice, outcomes in found.items()]
    headings = ("choice", *(f"{name}{what}" for name in SEARCHES for what in ("", ": changed")))
    return Findings(
        [
            Table("One choice at a time", (*headings, "A* longer"), rows[: len(CHOICES)]),
            Table("Presets", (*headings, "A* longer"), [rows[0], *rows[len(CHOICES) :]]),
        ],
        boards=f"{len(starts):,} random boards of 3x3 (seed {request.seed}), goal blank-first.",
        reading=READING,
    )


def _seen_by(name: str, chosen: Conventions) -> Conventions:
    """The conventions without the choices that mean nothing to this search."""
    if name == "astar manhattan":
        return replace(chosen, dfs_push=TEXTBOOK.dfs_push)
    blind = replace(
        chosen,
        ties=TEXTBOOK.ties,
        duplicates=TEXTBOOK.duplicates,
        reopen=TEXTBOOK.reopen,
        count_blank=TEXTBOOK.count_blank,
    )
    return blind if name == "dfs" else replace(blind, dfs_push=TEXTBOOK.dfs_push)


def _row(
    choice: str, usual: dict[str, Outcomes], outcomes: dict[str, Outcomes]
) -> tuple[Cell, ...]:
    row: list[Cell] = [choice]
    for name, here in outcomes.items():
        changed = float((here["expanded"] != usual[name]["expanded"]).mean())
        row += [float(here["expanded"].mean()), f"{changed:.0%}"]
    longer = int((outcomes["astar manhattan"]["cost"] > usual["bfs"]["cost"]).sum())
    return (*row, longer)
