"""`slidelab bench`: a set of published instances, beside what was published."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, NamedTuple

from slidelab.cli.command import Argument
from slidelab.cli.command_searches import Searches
from slidelab.cli.errors import INTERRUPTED, SOLVED, STOPPED, tell
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import LimitOptions, Output, format_option
from slidelab.cli.search_options import (
    EngineName,
    heuristic_option,
    parameter_options,
    read_parameters,
    search_option,
)
from slidelab.puzzle import goal_board
from slidelab.puzzle.instances import SETS, Instance, instance_set
from slidelab.puzzle.wording import shorten
from slidelab.search import ALGORITHMS, Status
from slidelab.solving import Result, SearchSpec
from slidelab.solving.formats import csv_text, json_object
from slidelab.solving.text_layout import table

IDA = ALGORITHMS["ida"]
_MOST_DIGITS = 9  # Python refuses to convert thousands of them


class InstanceResult(NamedTuple):
    """What came of an instance."""

    instance: Instance
    result: Result

    @property
    def is_wrong(self) -> bool:
        """Whether a solution was found that is not as long as the published one."""
        return self.result.solved and self.result.cost != self.instance.optimal

    @property
    def bounds(self) -> str:
        """The nodes expanded within each bound, from searches that tell."""
        proof = self.result.proof
        return "" if proof is None else " ".join(f"{b}:{nodes}" for b, nodes, _ in proof.bounds)

    def figures(self) -> dict[str, Any]:
        """What was found, each figure before the published one."""
        counters, published = self.result.counters, self.instance.published.items()
        nodes = {name.partition("_")[0]: count for name, count in published}
        return {
            "length": self.result.cost,
            "published_length": self.instance.optimal,
            "generated": counters.generated,
            "published_generated": nodes["generated"],
            "expanded": counters.expanded,
            "published_expanded": nodes["expanded"],
            "seconds": round(counters.seconds, 6),
        }


def _as_text(trials: Sequence[InstanceResult]) -> str:
    figures = [trial.figures() for trial in trials]
    total = {name: sum(each[name] or 0 for each in figures) for name in figures[0]}
    rows = [
        [trial.instance.name, *_write_cells(each, str(trial.result.status))]
        for trial, each in zip(trials, figures, strict=True)
    ]
    rows.append(["in all", *_write_cells(total)])
    headings = ("instance", "length", "published", "generated", "published", "expanded",
                "published", "seconds", "M nodes/s")  # fmt: skip
    bounds = [[trial.instance.name, trial.bounds] for trial in trials if trial.bounds]
    first = trials[0].result
    measures = ", ".join(trials[0].instance.published).replace("_", " ")
    cycles = first.parameters.get("cycles")
    note = f"; short cycles of up to {cycles} moves refused" if cycles else ""
    solved = sum(trial.result.solved and not trial.is_wrong for trial in trials)
    return "\n".join(
        [
            f"IDA* with {first.heuristic} on the {first.engine} engine{note}",
            f"Published nodes: {measures}",
            "",
            table(headings, rows, right=range(1, len(headings))),
            "",
            *([table(("instance", "nodes expanded within each bound"), bounds), ""] * bool(bounds)),
            f"{solved} of {len(trials)} solved at the published length.",
        ]
    )


def _write_cells(figures: dict[str, Any], status: str = "") -> Iterable[str]:
    length, *counts, seconds = figures.values()
    yield status if length is None else f"{length:,}"
    yield from (f"{count:,}" for count in counts)
    yield f"{seconds:.4f}"
    yield f"{figures['expanded'] / seconds / 1e6:.1f}" if seconds else "–"


def _as_csv(trials: Sequence[InstanceResult]) -> str:
    rows = [
        {"instance": trial.instance.name, "status": trial.result.status}
        | trial.figures()
        | {"bounds": trial.bounds}
        for trial in trials
    ]
    return csv_text(list(rows[0]), rows)


def _as_json(trials: Sequence[InstanceResult]) -> str:
    rows = []
    for trial in trials:
        published = {k: v for k, v in trial.figures().items() if k.startswith("published_")}
        rows.append({"instance": trial.instance.name, **published, **trial.result.to_dict()})
    return json_object({"trials": rows})


WRITERS = {"text": _as_text, "json": _as_json, "csv": _as_csv}


def bench(
    *,
    instances: Annotated[str, Argument("SET", help=f"The set: {' or '.join(SETS)}.")] = "korf100",
    only: Annotated[str | None, search_option("NUMBERS")] = None,
    heuristic: Annotated[str, heuristic_option("auto")] = "auto",
    engine: EngineName = "auto",
    parameters: Annotated[dict[str, str], parameter_options(IDA.parameters, lambda: [IDA])],
    bounds: LimitOptions,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
) -> int:
    """Solve published instances with IDA* and compare with the published counts.

    Counts are those of the preset korf. With Manhattan distance they equal the published ones, node
    for node; better heuristics need fewer nodes.

    :param only: Some of them by number, such as 1-10 or 3,12,79.
    """
    trials: list[InstanceResult] = []
    with Display() as display, Searches(display.announce) as searches:
        searches.load([], [heuristic])
        spec = SearchSpec(
            IDA.name,
            heuristic,
            parameters=read_parameters(IDA, parameters),
            preset="korf",
            engine=engine,
        )
        with catch_interrupt() as interrupted:
            for instance in choose_instances(instance_set(instances), only):
                goal = goal_board("blank-first", instance.board.shape)
                search = searches.search(instance.board, goal, spec)
                result = search.advance(
                    bounds.limits(), progress=display.follow(search), cancelled=interrupted
                )
                trials.append(InstanceResult(instance, result))
                if result.status is Status.CANCELLED:
                    break
    output.write(WRITERS[format](trials))
    for trial in trials:
        if trial.is_wrong:
            cost, published = trial.result.cost, trial.instance.optimal
            tell(f"{trial.instance.name}: {cost} moves, but {published} are published")
    if trials[-1].result.status is Status.CANCELLED:
        return INTERRUPTED
    return SOLVED if all(t.result.solved and not t.is_wrong for t in trials) else STOPPED


def choose_instances(instances: tuple[Instance, ...], only: str | None) -> list[Instance]:
    """Those with the numbers asked for; raises ValueError that says what is wrong.

    >>> [instance.name for instance in choose_instances(instance_set("korf100"), "1-2,79")]
    ['korf:1', 'korf:2', 'korf:79']
    """
    if only is None:
        return list(instances)
    numbers: list[int] = []
    for part in map(str.strip, only.split(",")):
        ends = part.partition("-")[::2] if "-" in part else (part, part)
        if not all(end.isascii() and end.isdecimal() for end in ends):
            raise ValueError(f"{shorten(part)!r} is not a number or a range such as 1-10")
        if any(len(end) > _MOST_DIGITS or not 1 <= int(end) <= len(instances) for end in ends):
            known = f"they are 1 to {len(instances)}"
            raise ValueError(f"there is no instance {shorten(part)}; {known}")
        first, last = map(int, ends)
        if last < first:
            raise ValueError(f"{part!r} is a range that ends before it begins")
        numbers += range(first, last + 1)
    return [instances[number - 1] for number in numbers]
