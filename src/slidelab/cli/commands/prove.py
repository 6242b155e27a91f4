"""`slidelab prove`: what a heuristic promises, checked on every board."""

from typing import Any

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.options import SEARCH, Output
from slidelab.cli.searching import CALL_SECONDS, run_in_job
from slidelab.heuristics import HEURISTICS
from slidelab.jobs import Channel
from slidelab.own_code import is_file_name
from slidelab.solving.formats import json_object


@click.command("prove")
@click.argument(
    "heuristic", metavar="HEURISTIC", callback=options.load_own,
    shell_complete=options.complete(HEURISTICS),
    help="A heuristic by name, a formula such as max(misplaced,gaschnig), databases such as 6-6-3, "
    "or your own as file.py:name",
)  # fmt: skip
@options.goal_option
@options.shape_option
@click.option("--count-blank", is_flag=True, panel=SEARCH, help="Count the blank as a tile")
@click.option(
    "--boards", type=click.IntRange(0), default=20, metavar="N", panel=SEARCH,
    help="Run A* on N boards of each distance; 0 runs none",
)  # fmt: skip
@options.format_option()
@options.output_option()
def command(heuristic: str, format: str, output: Output, **checks: Any) -> None:
    """Check a heuristic on every 3x3 board: admissible? consistent? how good?

    Shows the verdict with counterexamples, then how the heuristic compares with others, then what
    A* does with it. Larger shapes are sampled, which is evidence, not proof. Your own heuristic is
    a function of a state and the goal in a Python file: see docs/extending.md.
    """
    arguments = heuristic, checks
    seconds = CALL_SECONDS if is_file_name(heuristic) else None
    with console.interruptible() as interrupted:
        proof = run_in_job(
            _prove, arguments, heuristic, hang_seconds=seconds, interrupted=interrupted
        )
    output.write(json_object(proof.to_dict()) if format == "json" else str(proof))


def _prove(channel: Channel, heuristic: str, checks: dict[str, Any]) -> Any:
    from slidelab.lab.prove import prove

    return prove(heuristic, checks.pop("goal_name"), **checks)
