"""`slidelab prove`: what a heuristic promises, checked on every board."""

from typing import TYPE_CHECKING, Any

import rich_click as click

from slidelab.cli.console import SOLVED, Display, interruptible
from slidelab.cli.options import (
    Name,
    Output,
    format_option,
    goal_option,
    option,
    output_option,
    shape_option,
)
from slidelab.cli.searching import load_own_code, run_in_job
from slidelab.heuristics import HEURISTICS
from slidelab.own_code import is_file_name
from slidelab.puzzle import Shape
from slidelab.solving.formats import json_object
from slidelab.system.progress import Cancelled, Progress, throttle

if TYPE_CHECKING:
    from slidelab.jobs import Channel
    from slidelab.lab.proof import HeuristicProof

BOARDS = 20
CHECKS = "What to check"


@click.command("prove")
@click.argument(
    "heuristic",
    type=Name(HEURISTICS.names),
    metavar="HEURISTIC",
    help="A heuristic by name, a formula such as max(misplaced,gaschnig), databases such as "
    "6-6-3, or your own as file.py:name.",
)
@goal_option
@shape_option
@option("--count-blank", is_flag=True, panel=CHECKS, help="Count the blank as a tile.")
@option("--order/--no-order", default=True, panel=CHECKS, help="Compare it with the others.")
@option("--search/--no-search", default=True, panel=CHECKS, help="Run A* with it.")
@option(
    "--boards",
    type=click.IntRange(min=1),
    default=BOARDS,
    metavar="N",
    panel=CHECKS,
    help=f"Run A* on N boards of each distance (default: {BOARDS}).",
)
@option("--all-boards", is_flag=True, panel=CHECKS, help="Run A* on all boards; takes minutes.")
@option("--seed", type=int, default=0, panel=CHECKS, help="Random seed for samples (default: 0).")
@format_option(("text", "json"))
@output_option
def command(heuristic: str, format: str, output: Output, **options: Any) -> int:
    """Check a heuristic on every 3x3 board: admissible? consistent? how good?

    Shows the verdict with counterexamples, then how the heuristic compares with others, then what
    A* does with it. Larger shapes are sampled, which is evidence, not proof. Your own heuristic is
    a function of a state and the goal in a Python file: see docs/extending.md.
    """
    load_own_code([], [heuristic])
    with Display() as display:
        if is_file_name(heuristic):
            proof = run_in_job(_prove_in_job, (heuristic, options), heuristic, display)
        else:
            with interruptible() as interrupted:
                proof = _prove(heuristic, options, display.work, interrupted)
    output.write(json_object(proof.to_dict()) if format == "json" else str(proof))
    return SOLVED


def _prove_in_job(channel: "Channel", heuristic: str, options: dict[str, Any]) -> "HeuristicProof":
    send = throttle(lambda doing, fraction: channel.send((doing, fraction)))
    return _prove(heuristic, options, send, lambda: False)


def _prove(
    heuristic: str, options: dict[str, Any], progress: Progress, cancelled: Cancelled
) -> "HeuristicProof":
    from slidelab.lab.prove import prove

    shape = options["shape"]
    return prove(
        heuristic,
        options["goal"],
        shape=None if shape is None else Shape.parse(shape),
        count_blank=options["count_blank"],
        boards=None if options["all_boards"] else options["boards"],
        seed=options["seed"],
        order=options["order"],
        search=options["search"],
        progress=progress,
        cancelled=cancelled,
    )
