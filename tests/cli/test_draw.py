"""`slidelab draw`, and pictures written by `slidelab solve`."""

import pytest

from tests.support.cli import invoke


@pytest.mark.parametrize(
    ("options", "beginning"),
    [
        (["-o", "x.svg"], "<svg"),
        (["-a", "bfs", "-o", "x.dot"], "digraph slidelab {\n  rankdir=LR"),
        (["-a", "astar", "--tree", "-o", "x.gv"], "digraph slidelab {\n  rankdir=TB"),
        (["-a", "astar", "--tree", "--first", "2", "-o", "x.tex"], "\\documentclass"),
    ],
)
def test_boards_paths_and_trees(options, beginning, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = invoke("draw", "125340678", *options)
    assert ran.exit_code == 0
    assert (tmp_path / options[-1]).read_text().startswith(beginning)


def test_without_a_file_the_svg_is_printed():
    assert invoke("draw", "125340678").stdout.startswith("<svg")
    tree = invoke("draw", "125340678", "--tree", "--first", "1").stdout
    assert tree.count("scale(") == 4  # the root and its three children
    assert invoke("draw", "125340678", "--tree", "--first", "1", "-o", "-").stdout == tree


def test_solve_writes_a_picture_where_the_file_is_one(tmp_path):
    file = tmp_path / "path.svg"
    ran = invoke("solve", "125340678", "-o", str(file), "--no-record")
    assert ran.exit_code == 0
    assert file.read_text().startswith("<svg")
    other = tmp_path / "none.svg"
    assert "No solution" in invoke("solve", "012345687", "-o", str(other)).stdout
    assert not other.exists()


def test_a_file_that_is_no_picture_is_refused_before_the_search(tmp_path):
    ran = invoke("draw", "867254301", "-a", "bfs", "-o", str(tmp_path / "x.bmp"))
    assert ran.exit_code == 2
    assert "its name must end in" in ran.stderr
