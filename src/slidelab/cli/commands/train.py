"""`slidelab train`: learn an evaluation for the beams of large boards."""

from functools import partial
from pathlib import Path
from time import monotonic
from typing import Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.terminal import echo

how_option = partial(Option, panel="Training")
_SECONDS_BETWEEN_SAVES = 20.0


def train(
    *,
    features: Annotated[str, Argument("FEATURES")],
    shapes: Annotated[list[str], Option("--shape", "RxC")],
    output: Annotated[Path, Option("-o", "FILE.npz")],
    boards: Annotated[int, how_option()] = 10_000,
    width: Annotated[int, how_option()] = 150,
    rivals: Annotated[int, how_option()] = 12,
    every: Annotated[int, how_option()] = 8,
    rate: Annotated[float, how_option()] = 0.03,
    begin: Annotated[str, how_option()] = "untaught",
    seed: Annotated[int, how_option()] = 1,
) -> int:
    """Train an evaluation that ranks states on the path to the goal first.

    Press Ctrl-C to stop, and rerun the command to resume. At the end the weights before and after
    learning are compared on new boards.

    :param features: What to learn: pairs (of tiles, for one shape) or local (for all shapes).
    :param shapes: Shape to learn on; repeat it for local.
    :param output: File for the weights.
    :param boards: Number of boards to learn from.
    :param width: Width of the beams.
    :param rivals: Rivals that each state is compared with.
    :param every: Learn from every Nth layer.
    :param rate: Learning rate.
    :param begin: Initial weights: untaught, local, or a weights file.
    :param seed: Random seed for the boards.
    """
    from slidelab.engines.anytime.evaluation import write_weights
    from slidelab.engines.anytime.training import Course, Trainer, try_out

    course = Course(features, tuple(shapes), boards, width, rivals, every, rate, seed, begin)
    standing = output.with_suffix(".training.npz")
    trainer = Trainer(course)
    if standing.exists():
        trainer.resume(standing)
    saved = monotonic()
    with catch_interrupt() as interrupted, Display() as display:
        while not trainer.done and not interrupted():
            trainer.train()
            display.count("learning", trainer.boards, boards)
            if monotonic() - saved > _SECONDS_BETWEEN_SAVES:
                trainer.save(standing)
                saved = monotonic()
    if not trainer.done:
        trainer.save(standing)
        tell(f"stopped after {trainer.boards:,} of {boards:,} boards; rerun the command to resume")
        return INTERRUPTED
    write_weights(output, trainer.weights.values)
    standing.unlink(missing_ok=True)
    for shape in course.shapes:
        known = course.features_of(shape)
        for name, weights in (
            ("before", course.first_weights()),
            ("after", trainer.weights.values),
        ):
            trial = try_out(known, weights)
            echo(
                f"{shape} {name}: {trial.moves:.1f} moves, {trial.ratio:.3f} times Manhattan "
                f"distance, {trial.solved} of {trial.boards} solved"
            )
    return 0
