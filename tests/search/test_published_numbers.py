"""Every count that earlier 8-puzzle programs published, under the preset named for each."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from slidelab import solve
from slidelab.puzzle import format_moves
from slidelab.puzzle.instances import instance
from slidelab.search import preset
from tests.oracles.puzzle import distances
from tests.support.marks import with_nightly

ORACLE = Path(__file__).parent.parent / "oracles" / "published_numbers.csv"
ROWS = list(csv.DictReader(ORACLE.open()))


def test_all_rows_are_there():
    assert len(ROWS) == 30


LARGE = [row for row in ROWS if int(row["expanded"]) > 60_000]
"""These are searched by the compiled engine, which is compared with the textbook's elsewhere."""


@pytest.mark.parametrize(
    "row",
    with_nightly(ROWS, *(row for row in ROWS if int(row["expanded"]) > 50_000)),
    ids=lambda r: f"{r['preset']}-{r['algorithm']}-{r['heuristic']}-{r['start']}",
)
def test_published_numbers(row):
    result = solve(
        row["start"],
        row["goal"],
        row["algorithm"],
        row["heuristic"] or "manhattan",
        preset=row["preset"],
        engine="compiled" if row in LARGE else "textbook",
        force=True,
    )
    counters = result.counters
    assert str(counters.expanded) == row["expanded"]
    if not row["cost"]:
        assert result.status == "exhausted"
        assert counters.frontier == 0
        return
    assert str(result.cost) == row["cost"]
    assert str(counters.search_depth) == row["search_depth"]
    if row["max_depth"]:
        assert str(counters.max_depth) == row["max_depth"]
    path = format_moves(result.moves, style="letters")
    beginning, _, end = row["path"].partition("...")
    assert path.startswith(beginning)
    assert path.endswith(end)
    if not end:
        assert path == row["path"] or not row["path"]


IDS_BOARD = "5,1,7,0,6,4,2,8,3"
IDS_PUBLISHED = 1_132_839


def test_iterative_deepening_with_a_queue_is_published_and_named_a_mistake():
    result = solve(IDS_BOARD, algorithm="ids", preset="tabs", engine="compiled")
    assert (result.cost, result.counters.expanded) == (27, IDS_PUBLISHED)
    assert "a mistake" in str(result)
    assert result.to_dict()["counted_as"] == result.spec.counted_as


def test_where_the_published_count_of_iterative_deepening_comes_from():
    # A queue inside each depth limit makes every iteration a breadth-first search. The iterations
    # with limits 0 to 27 visit all states nearer than their limit; the last one finds the goal.
    start = bytes(int(tile) for tile in IDS_BOARD.split(","))
    from_start = distances(start, 3, 3).values()
    before = sum(27 - distance for distance in from_start if distance < 27)
    reversed_order = replace(preset("tabs"), order="RLDU")
    last = solve(IDS_BOARD, algorithm="bfs", conventions=reversed_order, engine="compiled")
    assert before + last.counters.expanded == IDS_PUBLISHED


@pytest.mark.parametrize("name", ["korf:79"])
def test_the_counts_of_korf_1985(name):
    published = instance(name)
    result = solve(name, algorithm="ida", preset="korf", engine="textbook")
    assert result.cost == published.optimal
    assert result.counters.generated == published.published["generated_ida_manhattan"]
    assert result.counters.expanded == published.published["expanded_ida_manhattan"]
