"""Pictures of boards, paths and search trees."""

import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import slidelab as sl

BOARD = sl.Board("125340678")
RESULT = BOARD.solve(algorithm="astar", engine="textbook")
FILM = sl.watch(BOARD, "astar")
SVG = "{http://www.w3.org/2000/svg}"


def elements(svg: str, kind: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + kind))


def tiles(svg: str) -> list[str]:
    return [text.text for text in elements(svg, "text") if text.get("font-size") != "12"]


def captions(svg: str) -> list[str]:
    return [text.text for text in elements(svg, "text") if text.get("font-size") == "12"]


def boxes_of_tree(svg: str) -> list[tuple[float, float]]:
    """Return the corners of the boards."""
    places = [group.get("transform") for group in elements(svg, "g")]
    corners = [
        place.partition("translate(")[2].partition(")")[0] for place in places if "scale" in place
    ]
    return [tuple(map(float, corner.split(","))) for corner in corners]  # type: ignore[misc]


def test_every_tile_is_drawn_once() -> None:
    assert tiles(BOARD.to_svg()) == list("12534678")
    assert tiles(RESULT.to_svg()) == [str(t) for board in RESULT.path for t in board if t]
    assert captions(RESULT.to_svg()) == ["start", "1. Up", "2. Left", "3. Left"]
    assert "1 2 5 / 3 4 0 / 6 7 8" in BOARD.to_svg()


def test_a_long_path_breaks_into_rows() -> None:
    result = sl.Board.random(distance=20, seed=1).solve(engine="textbook")
    image = ElementTree.fromstring(result.to_svg())
    assert len(elements(result.to_svg(), "path")) == 18  # lines between the 21 boards of three rows
    assert float(image.get("width")) < 8 * 200


def test_an_animated_path_moves_the_tiles_that_move() -> None:
    svg = RESULT.to_svg(animate=True)
    assert tiles(svg) == list("12534678")
    moving = [
        group for group in elements(svg, "g") if group.find(SVG + "animateTransform") is not None
    ]
    assert [group.get("data-tile") for group in moving] == ["1", "2", "5"]
    values = moving[-1].find(SVG + "animateTransform").get("values").split(";")
    assert values[0] == moving[-1].get("transform").removeprefix("translate(").rstrip(")")
    assert len(values) == 4 + 3  # the last board stands still for a while


def test_a_tree_shows_the_state_of_each_node() -> None:
    last = len(FILM) - 1
    svg = FILM.to_svg(step=last)
    nodes = len(FILM.nodes.g)
    assert len(boxes_of_tree(svg)) == nodes
    assert len(elements(svg, "path")) == nodes - 1
    assert svg.count('stroke-width="3"/>') - svg.count("stroke-dasharray") >= 3
    assert svg.count('stroke="#0a5673"') == FILM.result.counters.expanded
    assert svg.count('stroke="#0c6650"') == 1
    assert svg.count("stroke-dasharray") == FILM.result.counters.duplicates
    assert captions(svg)[0] == "0+3"


def test_boards_of_a_tree_do_not_overlap() -> None:
    film = sl.watch(sl.Board.random(seed=1), "bfs", node_limit=60)
    rows: dict[float, list[float]] = {}
    for x, y in boxes_of_tree(film.to_svg(step=len(film) - 1)):
        rows.setdefault(y, []).append(x)
    assert len(rows) > 3
    for places in rows.values():
        assert all(right - left > 0.42 * 132 for left, right in pairwise(sorted(places)))


@pytest.mark.parametrize("thing", [BOARD, RESULT, FILM], ids=["board", "path", "tree"])
def test_pictures_are_written_to_files(thing, tmp_path) -> None:
    thing.save(tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").read_text().startswith("<svg")
    pytest.importorskip("cairosvg")
    for ending, beginning in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
        thing.save(tmp_path / f"picture{ending}")
        assert (tmp_path / f"picture{ending}").read_bytes().startswith(beginning)


def test_png_needs_cairosvg(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(ValueError, match=r"slidelab\[pictures\]"):
        BOARD.save(tmp_path / "board.png")


@pytest.mark.parametrize(
    ("draw", "names"),
    [
        (lambda folder: BOARD.save(folder / "x.bmp"), r"'x.bmp'.*\.svg"),
        (lambda folder: sl.solve("012345687").to_svg(), "no path"),
        (lambda folder: FILM.to_svg(step=10**6), "step is 1000000"),
        (lambda folder: FILM.to_svg(step=0), "nothing yet"),
    ],
)
def test_invalid_requests_are_errors(draw, names, tmp_path) -> None:
    with pytest.raises(ValueError, match=names):
        draw(tmp_path)
    with pytest.raises(FileNotFoundError):
        BOARD.save(tmp_path / "no" / "board.svg")


def test_a_tree_of_too_many_nodes_is_an_error() -> None:
    film = sl.watch("867254301", "bfs", node_limit=2000)
    with pytest.raises(ValueError, match=r"[\d,]+ nodes"):
        film.to_svg(step=len(film) - 1)
    assert len(tiles(film.to_svg())) % 8 == 0
