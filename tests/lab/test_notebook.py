"""What a notebook shows, and results as frames."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from slidelab import Board, Limits, frame, solve
from slidelab.puzzle import Shape, random_board

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 3), Shape(2, 7), Shape(16, 16)])
def test_a_board_draws_itself(shape: Shape) -> None:
    board = random_board(shape, "blank-first", seed=1)
    assert "<slide-board" in board._repr_html_()
    picture = ElementTree.fromstring(board.to_svg() or "")
    tiles = [int(text.text or 0) for text in picture.iter(f"{SVG}text")]
    assert tiles == [tile for tile in board.state if tile]
    assert picture.get("aria-label") == board.to_text("rows")


def test_a_result_shows_its_figures_and_moves() -> None:
    page = solve("867254301", goal="blank-last")._repr_html_()
    assert "solved in 31 moves" in page
    assert "20,290 expanded" in page
    assert 'moves="LURDRUULD' in page
    assert "</svg></slide-player>" in page, "a picture where no script runs"
    assert 'src="http' not in page, "nothing from the net"


def test_results_without_a_path() -> None:
    stopped = solve("867254301", limits=Limits(nodes=5))._repr_html_()
    assert "node-limit" in stopped
    unsolvable = solve("123456870", goal="blank-last")._repr_html_()
    assert "The board has 1 inversion" in unsolvable


def test_frames() -> None:
    pytest.importorskip("pandas")
    results = [solve("125340678", algorithm=name) for name in ("bfs", "astar", "dls")]
    table = frame(results)
    assert list(table["search"]) == ["bfs", "astar manhattan", "dls depth_limit=31"]
    assert list(table["cost"])[:2] == [3, 3]
    assert results[0].to_frame().shape[0] == 1


def test_frames_are_no_hard_dependency(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)  # as if it were not installed
    with pytest.raises(ImportError, match="pip install"):
        solve("125340678").to_frame()


def test_display_and_frames_cost_nothing_until_asked_for() -> None:
    code = (
        "import sys, slidelab; slidelab.solve('125340678');"
        "heavy = {'pandas', 'polars', 'numpy', 'matplotlib', 'plotly', 'numba', 'ctypes',"
        " 'slidelab.solving.formats', 'slidelab.puzzle.pictures'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_repr_still_reads_back() -> None:
    board = Board("1 2 / 3 0")
    assert repr(board) == "Board('1 2 / 3 0')"
