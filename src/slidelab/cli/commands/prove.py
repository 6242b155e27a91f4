"""`slidelab prove`: what a heuristic promises, checked on every board."""

from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import Name, Output
from slidelab.cli.searching import CALL_SECONDS, run_in_job
from slidelab.heuristics import HEURISTICS
from slidelab.jobs import Channel
from slidelab.own_code import is_file_name
from slidelab.solving.formats import json_object

CHECKS = "What to check"


@click.command("prove")
@click.argument(
    "heuristic", type=Name(HEURISTICS.names), metavar="HEURISTIC",
    help="A heuristic by name, a formula such as max(misplaced,gaschnig), databases "
    "such as 6-6-3, or your own as file.py:name.",
)  # fmt: skip
@options.goal_option
@options.shape_option
@options.flag("--count-blank", "Count the blank as a tile.", CHECKS)
@options.flag("--order/--no-order", "Compare it with the others.", CHECKS, default=True)
@options.flag("--search/--no-search", "Run A* with it.", CHECKS, default=True)
@options.number("--boards", "Run A* on N boards of each distance", CHECKS, default=20)
@options.flag("--all-boards", "Run A* on all boards; takes minutes.", CHECKS)
@options.number("--seed", "Random seed for samples", CHECKS, least=None, default=0)
@options.format_option(("text", "json"))
@options.output_option()
def command(
    heuristic: str,
    goal_name: str,
    all_boards: bool,
    boards: int | None,
    format: str,
    output: Output,
    **checks: Any,
) -> None:
    """Check a heuristic on every 3x3 board: admissible? consistent? how good?

    Shows the verdict with counterexamples, then how the heuristic compares with others, then what
    A* does with it. Larger shapes are sampled, which is evidence, not proof. Your own heuristic is
    a function of a state and the goal in a Python file: see docs/extending.md.
    """
    checks["boards"] = None if all_boards else boards
    arguments = heuristic, goal_name, checks
    seconds = CALL_SECONDS if is_file_name(heuristic) else None
    with console.interruptible() as interrupted:
        proof = run_in_job(
            _prove, arguments, heuristic, hang_seconds=seconds, interrupted=interrupted
        )
    output.write(json_object(proof.to_dict()) if format == "json" else str(proof))


def _prove(channel: Channel, heuristic: str, goal_name: str, checks: dict[str, Any]) -> Any:
    from slidelab.lab.prove import prove

    return prove(heuristic, goal_name, **checks)
