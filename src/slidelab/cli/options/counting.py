"""How to count: a preset, and each of its choices to change one by one."""

from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

import typer

from slidelab.cli.options.values import choice
from slidelab.search import PRESETS, Conventions, preset
from slidelab.search.conventions import DEPTHS, DFS_PUSHES, DUPLICATES, GOAL_TESTS, TIES

PANEL = "How to count (each option overrides the preset's choice)"

PresetName = Annotated[
    str,
    choice(
        among=tuple(PRESETS),
        help="The conventions to count by",
        metavar="NAME",
        panel=PANEL,
    ),
]

MEANINGS = {
    "order": "The order in which the blank's moves are tried",
    "seed": "Try the moves in a random order instead, drawn with this seed",
    "goal_test": "When a node is tested for being the goal",
    "dfs_push": "How depth-first search stacks children (reversed: the first is explored first)",
    "ties": "Which of several nodes of equal f comes first",
    "duplicates": "When to push a child again whose state waits in the frontier (ignore: never)",
    "reopen": "Whether an expanded state found at a lower g is expanded again",
    "count_blank": "Whether the heuristic counts the blank as a tile",
    "count_goal": "Whether the goal counts as expanded",
    "depth": "What the maximum depth is taken over",
    "graph": "Whether reached states are remembered (graph search) or not (tree search)",
}
"""What each field of the conventions decides."""


def _flag(field: str, flags: str) -> Any:
    return typer.Option(
        flags, help=MEANINGS[field] + ".", rich_help_panel=PANEL, show_default=False
    )


def _choice(field: str, flag: str, among: tuple[str, ...]) -> Any:
    return choice(flag, among=among, help=MEANINGS[field], panel=PANEL)


def _read_order(text: str) -> str:
    return "".join(text.upper().replace(",", " ").split())


@dataclass(frozen=True)
class Counting:
    """The conventions. Fields but `preset` are those of `Conventions`; None keeps the preset's."""

    preset: PresetName = "textbook"
    order: Annotated[
        str | None,
        typer.Option(
            help=MEANINGS["order"] + ".", metavar="UDLR", parser=_read_order, rich_help_panel=PANEL
        ),
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(
            "--random-order", help=MEANINGS["seed"] + ".", metavar="SEED", rich_help_panel=PANEL
        ),
    ] = None
    goal_test: Annotated[str | None, _choice("goal_test", "--goal-test", GOAL_TESTS)] = None
    ties: Annotated[str | None, _choice("ties", "--ties", TIES)] = None
    duplicates: Annotated[str | None, _choice("duplicates", "--duplicates", DUPLICATES)] = None
    dfs_push: Annotated[str | None, _choice("dfs_push", "--dfs-push", DFS_PUSHES)] = None
    depth: Annotated[str | None, _choice("depth", "--depth-counted", DEPTHS)] = None
    graph: Annotated[bool | None, _flag("graph", "--graph/--tree")] = None
    reopen: Annotated[bool | None, _flag("reopen", "--reopen/--no-reopen")] = None
    count_blank: Annotated[bool | None, _flag("count_blank", "--count-blank/--no-count-blank")] = (
        None
    )
    count_goal: Annotated[bool | None, _flag("count_goal", "--count-goal/--no-count-goal")] = None

    def conventions(self) -> Conventions:
        """The preset with the choices given; raises ValueError when one makes no sense."""
        names = [field.name for field in fields(Conventions)]
        chosen: dict[str, Any] = {name: getattr(self, name) for name in names}
        given = {name: value for name, value in chosen.items() if value is not None}
        return replace(preset(self.preset), **given)
