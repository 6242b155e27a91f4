"""Trials on published instances, written beside what was published."""

from collections.abc import Sequence
from typing import NamedTuple

from slidelab.cli.writing.json_object import json_object
from slidelab.cli.writing.layout import columns
from slidelab.puzzle.instances import Instance
from slidelab.solving import Result


class Trial(NamedTuple):
    """What came of an instance."""

    instance: Instance
    result: Result

    @property
    def published_length(self) -> int:
        """The optimal length."""
        return self.instance.optimal

    @property
    def published_nodes(self) -> int:
        """The nodes generated, in the paper."""
        return next(iter(self.instance.published.values()))

    @property
    def is_wrong(self) -> bool:
        """Whether a solution was found that is not as long as the published one."""
        return self.result.solved and self.result.cost != self.instance.optimal


HEADS = ("instance", "length", "published", "generated", "published", "expanded", "seconds")


def as_text(trials: Sequence[Trial]) -> str:
    """A table with a line for each instance and the totals."""
    rows = [
        [
            trial.instance.name,
            str(trial.result.cost) if trial.result.solved else str(trial.result.status),
            str(trial.published_length),
            f"{trial.result.counters.generated:,}",
            f"{trial.published_nodes:,}",
            f"{trial.result.counters.expanded:,}",
            f"{trial.result.counters.seconds:.4f}",
        ]
        for trial in trials
    ]
    first = trials[0].result
    measure = next(iter(trials[0].instance.published)).removeprefix("generated_")
    total = [
        "in all",
        f"{sum(t.result.cost or 0 for t in trials):,}",
        f"{sum(t.published_length for t in trials):,}",
        f"{sum(t.result.counters.generated for t in trials):,}",
        f"{sum(t.published_nodes for t in trials):,}",
        f"{sum(t.result.counters.expanded for t in trials):,}",
        f"{sum(t.result.counters.seconds for t in trials):.4f}",
    ]
    lines = columns([HEADS, *rows, total], right=range(1, len(HEADS)))
    solved = sum(trial.result.solved and not trial.is_wrong for trial in trials)
    cycles = first.parameters.get("cycles")
    note = f"; short cycles of up to {cycles} moves refused" if cycles else ""
    return "\n".join(
        [
            f"IDA* with {first.heuristic} on the {first.engine} engine{note}",
            f"Published nodes: {measure.replace('_', ' ')}",
            "",
            *lines,
            "",
            f"{solved} of {len(trials)} solved at the published length.",
        ]
    )


def as_csv(trials: Sequence[Trial]) -> str:
    """One line an instance."""
    heads = "instance,status,length,published_length,generated,published_generated,expanded,seconds"
    return "\n".join(
        [
            heads,
            *(
                f"{t.instance.name},{t.result.status},{t.result.cost or ''},{t.published_length},"
                f"{t.result.counters.generated},{t.published_nodes},"
                f"{t.result.counters.expanded},{t.result.counters.seconds:.6f}"
                for t in trials
            ),
        ]
    )


def as_json(trials: Sequence[Trial]) -> str:
    """One object with all trials."""
    return json_object(
        {
            "trials": [
                {
                    "instance": trial.instance.name,
                    "published_length": trial.published_length,
                    "published_generated": trial.published_nodes,
                    **trial.result.to_dict(),
                }
                for trial in trials
            ]
        }
    )


WRITERS = {"text": as_text, "json": as_json, "csv": as_csv}
