"""HTML for notebooks, and results as data frames."""

import json
import re
import subprocess
import sys

import pytest

from slidelab import compare, frame, solve, watch
from slidelab.notebook import to_html
from slidelab.notebook.pieces import film_piece, piece_of
from slidelab.puzzle import Shape, random_board


def data_of(piece):
    """Return what is written into an element."""
    [text] = re.findall(r'<script type="application/json">(.*?)</script>', piece, re.S)
    return json.loads(text)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(16, 16)])
def test_a_board_shows_itself_with_a_picture_inside(shape):
    board = random_board(shape, "blank-first", seed=1)
    shown = board._repr_html_()
    assert f'<slide-board cells="{",".join(map(str, board.state))}" shape="{shape}"' in shown
    assert f'aria-label="{board.to_text("rows")}"' in shown


def test_a_result_shows_its_figures_and_moves():
    shown = solve("867254301", goal="blank-last")._repr_html_()
    assert "Solved in 31 moves" in shown
    assert "expanded 20,290" in shown
    assert 'moves="LURDRUULD' in shown
    assert "</svg></slide-player>" in shown, "a picture where no script runs"
    assert 'src="http' not in shown, "nothing from the network"


def test_results_without_a_path():
    stopped = piece_of(solve("867254301", node_limit=5))
    assert "node limit" in stopped
    assert "<slide-player" not in stopped
    assert "The board has 1 inversion" in piece_of(solve("123456870", goal="blank-last"))


def test_a_film_is_written_with_its_pseudocode_and_step():
    film = watch("125340678", algorithm="bfs")
    piece = film_piece(film, step=7)
    assert '<search-film step="7">' in piece
    assert data_of(piece)["film"] == film.to_dict()
    assert any("expand" in line["events"] for line in data_of(piece)["pseudocode"])
    assert data_of(piece)["graph"] is True


def test_a_comparison_shows_its_table():
    compared = compare("125340678", ["bfs", "astar misplaced tree"])
    assert "astar misplaced tree" in piece_of(compared)


def test_no_text_ends_the_element_early():
    page = to_html(watch("125340678"))
    assert page.count("<script") == page.count("</script>") == 2


def test_frames():
    pytest.importorskip("pandas")
    results = [solve("125340678", algorithm=name) for name in ("bfs", "astar", "dls")]
    table = frame(results)
    assert list(table["search"]) == ["bfs", "astar manhattan", "dls depth_limit=31"]
    assert list(table["cost"])[:2] == [3, 3]
    assert frame(results[0]).shape[0] == 1


def test_frames_say_that_they_need_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)  # as if it were not installed
    with pytest.raises(ValueError, match="pip install"):
        frame(solve("125340678"))


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_in_a_terminal_text_stays_text():
    pytest.importorskip("IPython")
    shown = run(
        "from IPython.terminal.interactiveshell import TerminalInteractiveShell as Shell;"
        "shell = Shell.instance(); import slidelab;"
        "board = slidelab.Board('125340678');"
        "print('text/html' in shell.display_formatter.format(board)[0])"
    )
    assert shown == "False"


def test_a_widget_without_its_package_says_what_to_install():
    shown = run(
        "import sys; sys.modules['anywidget'] = None\n"
        "try:\n    from slidelab.notebook.widgets import BoardWidget\n"
        "except ImportError as error:\n    print(error)"
    )
    assert "pip install 'slidelab[notebook]'" in shown
