"""`slidelab draw`: pictures of boards, paths and search trees."""

from tests.support.boards import EASY


def test_a_board_a_path_and_a_tree(cli, tmp_path):
    pictures = []
    for words in ([], ["-a", "bfs"], ["-a", "astar", "--tree"]):
        file = tmp_path / f"{len(pictures)}.svg"
        assert cli("draw", EASY, *words, "-o", str(file)).status == 0
        pictures.append(file.read_text())
    assert all(picture.startswith("<svg") for picture in pictures)
    assert len({*pictures}) == 3


def test_without_a_file_the_svg_is_printed(cli):
    assert cli("draw", EASY).out.startswith("<svg")
    tree = cli("draw", EASY, "--tree", "--first", "1").out
    assert tree.count("<svg") == 1
    assert tree != cli("draw", EASY, "--tree", "--first", "3").out


def test_no_picture_is_left_where_there_is_no_path(cli, tmp_path):
    file = tmp_path / "none.svg"
    assert cli("draw", "012345687", "-a", "bfs", "-o", str(file)).status in (2, 3)
