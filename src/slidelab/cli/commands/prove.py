"""`slidelab prove`: what a heuristic promises, checked on every board."""

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from slidelab import heuristics
from slidelab.cli.command import Argument, Option
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import Goal, Output, ShapeName, format_option
from slidelab.cli.terminal import echo
from slidelab.puzzle import BLANK_FIRST, Shape
from slidelab.solving.formats import json_object
from slidelab.system.progress import throttle

if TYPE_CHECKING:
    from slidelab.jobs import Channel
    from slidelab.lab.proof import HeuristicProof

check_option = partial(Option, panel="What to check")


def prove(
    *,
    heuristic: Annotated[str, Argument("HEURISTIC", complete=heuristics.names)],
    goal: Goal = BLANK_FIRST,
    shape: ShapeName = None,
    count_blank: Annotated[bool, check_option()] = False,
    order: Annotated[bool, check_option()] = True,
    search: Annotated[bool, check_option()] = True,
    boards: Annotated[int | None, check_option("N", min=1)] = None,
    all_boards: Annotated[bool, check_option()] = False,
    seed: Annotated[int, check_option()] = 0,
    format: Annotated[str, format_option(("text", "json"))] = "text",
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
    :param seed: Random seed for samples.
    """
    from slidelab.jobs import Job, JobError
    from slidelab.lab.proof import HeuristicProof
    from slidelab.lab.prove import SAMPLE
    from slidelab.registry import OwnCodeError, is_file_name
    from slidelab.system.progress import CancelledError

    asked = {
        "heuristic": heuristic,
        "goal": goal,
        "shape": None if shape is None else Shape.parse(shape),
        "count_blank": count_blank,
        "boards": None if all_boards else boards or SAMPLE,
        "seed": seed,
        "order": order,
        "search": search,
    }
    at_once = format == "text" and output.output is None
    shown = 0

    def show(proof: HeuristicProof) -> None:
        """Print what has become known since the last time."""
        nonlocal shown
        if at_once:
            display.clear()
            for part in islice(proof.sections(), shown, None):
                echo(f"\n{part}" if shown else part)
                shown += 1

    with catch_interrupt() as interrupted, Display() as display:
        if is_file_name(heuristic):  # a function of somebody's own may hang
            with Job(_prove_in_child, (asked,)) as job:
                try:
                    for event in job.events(timeout=0.1):
                        if isinstance(event, HeuristicProof):
                            show(event)
                        elif event is not None:
                            display.work(*event)
                        if interrupted():
                            raise CancelledError
                except JobError as error:
                    raise OwnCodeError(f"the heuristic {heuristic}: {error}") from None
                proof = job.result
        else:
            proof = _prove(asked, progress=display.work, found=show, cancelled=interrupted)
    if at_once:
        show(proof)
    elif format == "json":
        output.write(json_object(proof.to_dict()))
    else:
        output.write(str(proof))
    return 0


def _prove(asked: dict[str, Any], **options: Any) -> "HeuristicProof":
    from slidelab.lab.prove import prove

    return prove(**asked, **options)


def _prove_in_child(channel: "Channel", asked: dict[str, Any]) -> "HeuristicProof":
    return _prove(
        asked,
        progress=throttle(lambda doing, fraction: channel.send((doing, fraction))),
        found=channel.send,
    )
