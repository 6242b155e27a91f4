"""What a person saves from the page is written by the command line's formatter."""

import csv
import io

from tests.support.boards import EASY_CELLS as EASY
from tests.support.cli import invoke


def steady_lines(text):
    """All but the lines that differ from run to run."""
    return [line for line in text.splitlines() if not line.startswith(("Running", "Max RAM"))]


def test_output_txt_is_that_of_the_command_line(server):
    for algorithm in ("astar", "ida"):
        body = {"cells": EASY, "algorithm": algorithm, "preset": "driver", "engine": "textbook"}
        found = server.result(body)["files"]["output.txt"]
        options = ("-a", algorithm, "--preset", "driver", "--engine", "textbook")
        written = invoke("solve", "125340678", *options, "--format", "driver", "--no-record")
        assert steady_lines(found) == steady_lines(written.stdout)


def test_the_table_has_the_columns_of_the_command_line(server):
    result = server.result({"cells": EASY, "algorithm": "bfs"})
    (row,) = csv.DictReader(io.StringIO(result["files"]["result.csv"]))
    written = invoke("compare", "125340678", "-a", "bfs", "--format", "csv", "--no-record")
    columns = written.stdout.splitlines()[0].split(",")
    assert [*row, "row", "over_shortest"] == columns, "the last two are for several rows"
    assert row["expanded"] == str(result["expanded"])
