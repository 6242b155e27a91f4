"""The findings in words and tables, for a terminal."""

from collections.abc import Iterator

from slidelab.lab.prove.findings import Counterexample, ErrorRow, Ordering, Proof, number
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.wording import counted

ERROR_HEADINGS = ("distance", "boards", "mean h", "mean error", "largest", "too high")
COST_HEADINGS = ("distance", "boards", "expanded", "generated", "b*", "path")


def report(proof: Proof) -> str:
    """The whole report as text.

    >>> from slidelab.lab.prove import prove
    >>> from slidelab.puzzle import Shape
    >>> print(report(prove("zero", shape=Shape(2, 2), order=False, search=False)))
    zero: always 0: turns A* into uniform-cost search
    goal blank-first; proof: all 12 boards of 2x2 were looked at
    <BLANKLINE>
    ADMISSIBLE  yes: no estimate exceeds the true distance
    CONSISTENT  yes: no move lets the estimate fall by more than 1
    <BLANKLINE>
    h is exact on 1 of 12 boards; the true distance is above it by 3 on average.
    <BLANKLINE>
    distance  boards  mean h  mean error  largest  too high
           0       1    0.00        0.00        0         0
           1       2    0.00        1.00        1         0
           2       2    0.00        2.00        2         0
           3       2    0.00        3.00        3         0
           4       2    0.00        4.00        4         0
           5       2    0.00        5.00        5         0
           6       1    0.00        6.00        6         0
    """
    return "\n\n".join(_parts(proof))


def _parts(proof: Proof) -> Iterator[str]:
    blank = "; the blank counts as a tile" if proof.count_blank else ""
    yield (
        f"{proof.heuristic}: {proof.summary}\ngoal {goal_name(proof.goal)}{blank}; {proof.strength}"
    )
    gap = "\n\n" if proof.overestimate else "\n"
    yield f"{_admissible(proof)}{gap}{_consistent(proof)}"
    yield f"{proof.accuracy}."
    yield _aligned([ERROR_HEADINGS, *map(_error_cells, proof.errors)])
    if proof.orderings:
        yield _orderings(proof)
    if proof.costs:
        rows = [
            (
                f"{row.distance}",
                f"{row.boards:,}",
                f"{row.expanded:,.1f}",
                f"{row.generated:,.1f}",
                "–" if row.branching is None else f"{row.branching:.3f}",
                number(row.cost),
            )
            for row in proof.costs
        ]
        yield (
            f"A* with it, means over {proof.costs_of}. b* is the effective branching factor, path "
            "the moves of the path found.\n" + _aligned([COST_HEADINGS, *rows])
        )


def _error_cells(row: ErrorRow) -> tuple[str, ...]:
    return (
        f"{row.distance}",
        f"{row.boards:,}",
        f"{row.mean_h:.2f}",
        f"{row.mean_error:.2f}",
        number(row.largest_error),
        f"{row.overestimated:,}",
    )


def _admissible(proof: Proof) -> str:
    if proof.overestimate is None:
        return "ADMISSIBLE  yes: no estimate exceeds the true distance"
    share = proof.overestimated / proof.measured
    return (
        f"ADMISSIBLE  no: h exceeds the true distance on {proof.overestimated:,} of "
        f"{counted(proof.measured, 'board')} ({share:.1%}). The nearest of them:\n"
        f"{_example(proof.overestimate, proof.goal)}"
    )


def _consistent(proof: Proof) -> str:
    if proof.inconsistency is None:
        return "CONSISTENT  yes: no move lets the estimate fall by more than 1"
    return (
        f"CONSISTENT  no: h falls by more than 1 along {counted(proof.inconsistent_moves, 'move')}"
        f". The nearest to the goal:\n{_example(proof.inconsistency, proof.goal)}"
    )


def _example(example: Counterexample, goal: Board) -> str:
    after = goal if example.move is None else example.board.move(example.move)
    label = "goal" if example.move is None else f"h = {number(example.neighbour_h)}"
    boards = _beside(example.board, f"h = {number(example.h)}", after, label)
    return f"\n{boards}\n\n    {example.words()}"


def _beside(left: Board, left_label: str, right: Board, right_label: str) -> str:
    lefts, rights = str(left).split("\n"), str(right).split("\n")
    width = max(len(lefts[0]), len(left_label))
    middle = len(lefts) // 2
    lines = [
        f"    {one:<{width}}  {'→' if at == middle else ' '}  {other}"
        for at, (one, other) in enumerate(zip(lefts, rights, strict=True))
    ]
    return "\n".join([*lines, f"    {left_label:<{width}}     {right_label}"])


def _orderings(proof: Proof) -> str:
    lines = [f"Compared with the others on {counted(proof.boards, 'board')}:"]
    width = max(len(ordering.other) for ordering in proof.orderings)
    relation = max(len(ordering.relation) for ordering in proof.orderings)
    for row in proof.orderings:
        lines.append(f"  {row.relation:<{relation}}  {row.other:<{width}}  {_witnesses(row)}")
    return "\n".join(line.rstrip() for line in lines)


def _witnesses(row: Ordering) -> str:
    words = []
    if row.higher_on is not None:
        words.append(f"higher on {row.higher:,}, as {row.higher_on.to_text('rows')}")
    if row.lower_on is not None:
        words.append(f"lower on {row.lower:,}, as {row.lower_on.to_text('rows')}")
    return "; ".join(words)


def _aligned(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
