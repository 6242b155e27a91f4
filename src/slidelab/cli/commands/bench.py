"""`slidelab bench`: a set of published instances, beside what was published."""

from typing import Annotated

import typer

from slidelab.cli.errors import tell
from slidelab.cli.exits import INTERRUPTED, SOLVED, STOPPED
from slidelab.cli.options import Bounds
from slidelab.cli.options.output import FORMAT_HELP, FileName
from slidelab.cli.options.output import PANEL as OUTPUT
from slidelab.cli.options.search import HEURISTIC_OPTION, PANEL
from slidelab.cli.options.values import choice
from slidelab.cli.terminal.announcing import Announcer
from slidelab.cli.terminal.interrupt import Interrupt
from slidelab.cli.writing.bench import WRITERS, Trial
from slidelab.cli.writing.destination import Destination
from slidelab.puzzle.instances import SETS, Instance, instance_set
from slidelab.search import Status
from slidelab.solving import ENGINES, SearchSpec, Task


def bench(
    *,
    instances: Annotated[
        str, typer.Argument(help=f"The set: {' or '.join(SETS)}.", metavar="SET")
    ] = "korf100",
    only: Annotated[
        str | None,
        typer.Option(
            help="Some of them by number, such as 1-10 or 3,12,79.",
            metavar="NUMBERS",
            rich_help_panel=PANEL,
        ),
    ] = None,
    heuristic: Annotated[str, HEURISTIC_OPTION] = "auto",
    engine: Annotated[
        str, choice(among=ENGINES, help="Which implementation", panel=PANEL)
    ] = "auto",
    cycles: Annotated[
        int,
        typer.Option(
            help="Refuse move sequences of up to so many moves that end where others end.",
            metavar="N",
            min=0,
            rich_help_panel=PANEL,
        ),
    ] = 0,
    bounds: Bounds,
    format: Annotated[str, choice(among=tuple(WRITERS), help=FORMAT_HELP, panel=OUTPUT)] = "text",
    output: FileName = None,
) -> int:
    """Solve published instances with IDA* and set lengths and counts beside the published ones.

    Counts are those of the preset korf. With Manhattan distance they are the published ones, node
    for node; better heuristics need fewer.
    """
    destination = Destination(output)
    trials: list[Trial] = []
    with Announcer() as announce, Interrupt() as interrupted:
        for instance in chosen(instance_set(instances), only):
            spec = SearchSpec(
                "ida", heuristic, parameters={"cycles": cycles}, preset="korf", engine=engine
            )
            task = Task(instance.board, spec=spec, announce=announce)
            result = task.advance(bounds.limits(), cancelled=interrupted)
            trials.append(Trial(instance, result))
            if result.status is Status.CANCELLED:
                break
    destination.write(WRITERS[format](trials))
    for trial in trials:
        if trial.is_wrong:
            tell(f"{trial.instance.name}: {trial.result.cost} moves, but {trial.published_length}")
    if trials[-1].result.status is Status.CANCELLED:
        return INTERRUPTED
    return SOLVED if all(t.result.solved and not t.is_wrong for t in trials) else STOPPED


def chosen(instances: tuple[Instance, ...], only: str | None) -> list[Instance]:
    """Those with the numbers asked for; raises ValueError that says what is wrong.

    >>> [instance.name for instance in chosen(instance_set("korf100"), "1-2,79")]
    ['korf:1', 'korf:2', 'korf:79']
    """
    if only is None:
        return list(instances)
    numbers: list[int] = []
    for part in only.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isdecimal() and (last.isdecimal() or not dash)):
            raise ValueError(f"{part.strip()!r} is not a number or a range such as 1-10")
        if int(last or first) < int(first):
            raise ValueError(f"{part.strip()!r} is a range that ends before it begins")
        numbers += range(int(first), int(last or first) + 1)
    for number in numbers:
        if not 1 <= number <= len(instances):
            raise ValueError(f"there is no instance {number}; they are 1 to {len(instances)}")
    return [instances[number - 1] for number in numbers]
