"""`slidelab prove`: what a heuristic promises, checked on every board."""

from functools import partial
from itertools import islice
from typing import Annotated

from slidelab import heuristics
from slidelab.cli.command import Argument, Option
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import Goal, Metric, Output, ShapeName, format_option, read_positive
from slidelab.cli.terminal import echo
from slidelab.puzzle import BLANK_FIRST, SINGLE, Shape
from slidelab.solving.formats import json_object

check_option = partial(Option, panel="What to check")


def prove(
    *,
    heuristic: Annotated[str, Argument("HEURISTIC", complete=heuristics.names)],
    goal: Goal = BLANK_FIRST,
    shape: ShapeName = None,
    metric: Metric = SINGLE,
    count_blank: Annotated[bool, check_option()] = False,
    order: Annotated[bool, check_option()] = True,
    search: Annotated[bool, check_option()] = True,
    boards: Annotated[int | None, check_option("N", min=1)] = None,
    all_boards: Annotated[bool, check_option()] = False,
    time_limit: Annotated[float, check_option("SECONDS", parser=read_positive)] = 900.0,
    seed: Annotated[int, check_option()] = 0,
    format: Annotated[str, format_option(("text", "json", "html"))] = "text",
    output: Output,
) -> int:
    """Check a heuristic on every 3x3 board: admissible? consistent? how good?

    Shows the verdict with counterexamples, then how the heuristic compares with others, then what
    A* does with it. Larger shapes are sampled, which is evidence, not proof. Your own heuristic is
    a function of a state and the goal in a Python file: see docs/extending.md.

    :param heuristic: Heuristic by name, a formula such as max(misplaced,gaschnig), databases such
        as 6-6-3, or your own as file.py:name.
    :param count_blank: Count the blank as a tile.
    :param order: Compare it with the other heuristics.
    :param search: Run A* with it.
    :param boards: Run A* on N boards of each distance instead of a few.
    :param all_boards: Run A* on all boards of each distance, which can take minutes.
    :param time_limit: Time limit in seconds for all calls of your function together.
    :param seed: Random seed for samples.
    """
    from slidelab.lab.prove import HeuristicProof
    from slidelab.lab.prove import prove as check
    from slidelab.lab.prove.prover import SAMPLE
    from slidelab.lab.prove.report import check_installed, write_page, write_parts, write_proof

    if format == "html":
        check_installed()
    at_once = format == "text" and output.output is None
    shown = 0

    def show(proof: HeuristicProof) -> None:
        """Print what has become known since the last time."""
        nonlocal shown
        if at_once:
            display.clear()
            for part in islice(write_parts(proof), shown, None):
                echo(f"\n{part}" if shown else part)
                shown += 1

    with catch_interrupt() as interrupted, Display() as display:
        proof = check(
            heuristic,
            goal,
            shape=None if shape is None else Shape.parse(shape),
            metric=metric,
            count_blank=count_blank,
            boards=None if all_boards else boards or SAMPLE,
            seed=seed,
            order=order,
            search=search,
            seconds=time_limit,
            progress=display.work,
            found=show,
            cancelled=interrupted,
        )
    if at_once:
        show(proof)
    elif format == "json":
        output.write(json_object(proof.to_dict()))
    elif format == "html":
        output.write(write_page(proof))
    else:
        output.write(write_proof(proof))
    return 0
