"""`slidelab train`: learn an evaluation for the beams of large boards."""

from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from slidelab.cli.errors import tell
from slidelab.cli.exits import INTERRUPTED
from slidelab.cli.terminal.interrupt import Interrupt
from slidelab.cli.terminal.work import ShownWork

HOW = "How to train"
_SECONDS_BETWEEN_SAVES = 20.0


def train(
    *,
    features: Annotated[
        str,
        typer.Argument(
            help="What to learn: pairs (of tiles, for one shape) or local (for all shapes).",
            metavar="FEATURES",
        ),
    ],
    shapes: Annotated[
        list[str],
        typer.Option(
            "--shape", help="A shape to learn on; for local, give several.", metavar="RxC"
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where the weights go.", metavar="FILE.npz")
    ],
    boards: Annotated[
        int, typer.Option(help="Boards to learn from.", rich_help_panel=HOW)
    ] = 10_000,
    width: Annotated[int, typer.Option(help="Width of the beams.", rich_help_panel=HOW)] = 150,
    rivals: Annotated[
        int, typer.Option(help="Others that each state is compared with.", rich_help_panel=HOW)
    ] = 8,
    rate: Annotated[float, typer.Option(help="How fast to learn.", rich_help_panel=HOW)] = 0.05,
    begin: Annotated[
        str, typer.Option(help="What is known before: untaught or local.", rich_help_panel=HOW)
    ] = "untaught",
    seed: Annotated[int, typer.Option(help="What boards are drawn with.", rich_help_panel=HOW)] = 1,
) -> int:
    """Learn an evaluation by ranking: states on the way to the goal before others of their layer.

    Ctrl-C stops, and the same command goes on where it stood. At the end the weights are tried on
    boards never seen, beside the weights before learning.
    """
    from slidelab.kernels.anysize.weights import write
    from slidelab.lab.training import Course, Trainer, try_out

    course = Course(features, tuple(shapes), boards, width, rivals, rate, seed, begin)
    standing = output.with_suffix(".training.npz")
    trainer = Trainer(course)
    if standing.exists():
        trainer.resume(standing)
    saved = monotonic()
    with Interrupt() as interrupted, ShownWork() as show:
        while not trainer.done and not interrupted():
            trainer.train()
            show("learning", trainer.boards, boards)
            if monotonic() - saved > _SECONDS_BETWEEN_SAVES:
                trainer.save(standing)
                saved = monotonic()
    if not trainer.done:
        trainer.save(standing)
        tell(
            f"stopped after {trainer.boards:,} of {boards:,} boards; "
            "the same command goes on from there"
        )
        return INTERRUPTED
    write(output, trainer.weights.values)
    standing.unlink(missing_ok=True)
    for shape in course.shapes:
        known = course.features_of(shape)
        for name, weights in (("before", known.untaught()), ("after", trainer.weights.values)):
            trial = try_out(known, weights)
            typer.echo(
                f"{shape} {name}: {trial.moves:.1f} moves, {trial.ratio:.3f} times Manhattan "
                f"distance, {trial.solved} of {trial.boards} solved"
            )
    return 0
