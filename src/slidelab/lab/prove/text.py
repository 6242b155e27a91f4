"""The findings in words and tables, for a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from textwrap import indent

from slidelab.lab.prove.findings import (
    COST_HEADINGS,
    ERROR_HEADINGS,
    CostRow,
    ErrorRow,
    HeuristicProof,
    Ordering,
    PromiseVerdict,
)
from slidelab.puzzle import goal_name
from slidelab.puzzle.wording import plural
from slidelab.solving.text_layout import columns, table

_ERROR_FORMATS = ("{:,}", "{:,}", "{:.2f}", "{:.2f}", "{:.4g}", "{:,}")
_COST_FORMATS = ("{:,}", "{:,}", "{:,.1f}", "{:,.1f}", "{:.3f}", "{:.4g}")


def write_proof(proof: HeuristicProof) -> str:
    """The whole report as text.

    >>> from slidelab.lab.prove import prove
    >>> from slidelab.puzzle import Shape
    >>> print(write_proof(prove("zero", shape=Shape(2, 2), order=False, search=False)))
    zero: always 0: turns A* into uniform-cost search
    goal blank-first; proof: all 12 boards of 2x2 were looked at
    <BLANKLINE>
    ADMISSIBLE  yes: no estimate exceeds the true distance
    CONSISTENT  yes: no move lets the estimate fall by more than 1
    <BLANKLINE>
    h is exact on 1 of 12 boards; the true distance is above it by 3 on average.
    <BLANKLINE>
    distance  boards  mean h  mean error  largest error  too high
           0       1    0.00        0.00              0         0
           1       2    0.00        1.00              1         0
           2       2    0.00        2.00              2         0
           3       2    0.00        3.00              3         0
           4       2    0.00        4.00              4         0
           5       2    0.00        5.00              5         0
           6       1    0.00        6.00              6         0
    """
    return "\n\n".join(parts(proof))


def parts(proof: HeuristicProof) -> Iterator[str]:
    """The report part by part; what is found out later comes later."""
    goal = f"goal {goal_name(proof.goal)}{proof.counting}"
    yield f"{proof.heuristic}: {proof.summary}\n{goal}; {proof.strength}"
    admissible, consistent = map(_verdict, proof.verdicts)
    yield admissible + ("\n\n" if proof.overestimate else "\n") + consistent
    yield f"{proof.accuracy}."
    yield _align(ERROR_HEADINGS, proof.errors, _ERROR_FORMATS)
    if proof.orderings:
        yield _orderings(proof)
    if proof.costs:
        yield (
            f"A* with it, means over {proof.costs_of}. b* is the effective branching factor, path "
            f"the moves of the path found.\n{_align(COST_HEADINGS, proof.costs, _COST_FORMATS)}"
        )


def _verdict(verdict: PromiseVerdict) -> str:
    said = f"{verdict.promise.upper()}  {'yes' if verdict.kept else 'no'}: {verdict.words}"
    if verdict.example is None:
        return said
    (board, caption), (after, after_caption) = verdict.example.boards()
    lines, after_lines = str(board).split("\n"), str(after).split("\n")
    arrows = ["→" if at == len(lines) // 2 else "" for at in range(len(lines))]
    rows = [*zip(lines, arrows, after_lines, strict=True), (caption, "", after_caption)]
    boards = indent("\n".join(columns(rows)), "    ")
    return f"{said}. The nearest to the goal:\n\n{boards}\n\n    {verdict.example.words()}"


def _orderings(proof: HeuristicProof) -> str:
    rows = [("", row.relation, row.other, _witnesses(row)) for row in proof.orderings]
    head = f"Compared with the others on {plural(proof.boards, 'board')}:"
    return "\n".join([head, *columns(rows)])


def _witnesses(row: Ordering) -> str:
    words = []
    if row.higher_on is not None:
        words.append(f"higher on {row.higher:,}, as {row.higher_on.to_text('rows')}")
    if row.lower_on is not None:
        words.append(f"lower on {row.lower:,}, as {row.lower_on.to_text('rows')}")
    return "; ".join(words)


def _align(
    headings: Sequence[str], rows: Iterable[ErrorRow | CostRow], formats: Sequence[str]
) -> str:
    cells = [
        ["–" if v is None else f.format(v) for v, f in zip(astuple(row), formats, strict=True)]
        for row in rows
    ]
    return table(headings, cells, right=range(len(headings)))
