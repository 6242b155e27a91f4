"""Why two correct programs print different numbers: one choice changed at a time."""

from dataclasses import replace

from slidelab.lab.batch_solve import Outcomes
from slidelab.lab.studies import Cell, Findings, Request, StudyTable, read_specs, tables_only
from slidelab.search.conventions import TEXTBOOK, Conventions
from slidelab.search.presets import PRESETS

BOARDS = 200
SEARCHES = read_specs("bfs", "dfs", "astar manhattan")
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


@tables_only
def conventions(request: Request) -> Findings:
    """Search from random boards under conventions that differ from the textbook's in one choice."""
    starts, which = request.random_boards(BOARDS)
    presets = {f"preset {name}": each for name, each in PRESETS.items() if name != "textbook"}
    known: dict[tuple[str, Conventions], Outcomes] = {}

    def search(choice: str, name: str, chosen: Conventions) -> Outcomes:
        seen = _drop_unread(name, chosen)
        if (name, seen) not in known:
            spec = replace(SEARCHES[name], conventions=seen)
            known[name, seen] = request.search(f"{choice}, {name}", starts, spec)
        return known[name, seen]

    found = {
        choice: {name: search(choice, name, chosen) for name in SEARCHES}
        for choice, chosen in (CHOICES | presets).items()
    }
    usual = found["textbook (all as usual)"]
    rows = [_make_row(choice, usual, outcomes) for choice, outcomes in found.items()]
    headings = ("choice", *(f"{name}{what}" for name in SEARCHES for what in ("", ": changed")))
    return Findings(
        [
            StudyTable("One choice at a time", (*headings, "A* longer"), rows[: len(CHOICES)]),
            StudyTable("Presets", (*headings, "A* longer"), [rows[0], *rows[len(CHOICES) :]]),
        ],
        boards=f"{which}.",
    )


def _drop_unread(name: str, chosen: Conventions) -> Conventions:
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


def _make_row(
    choice: str, usual: dict[str, Outcomes], outcomes: dict[str, Outcomes]
) -> tuple[Cell, ...]:
    row: list[Cell] = [choice]
    for name, here in outcomes.items():
        changed = float((here["expanded"] != usual[name]["expanded"]).mean())
        row += [float(here["expanded"].mean()), f"{changed:.0%}"]
    longer = int((outcomes["astar manhattan"]["cost"] > usual["bfs"]["cost"]).sum())
    return (*row, longer)
