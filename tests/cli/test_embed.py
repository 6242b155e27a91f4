"""`slidelab embed`: the script, and pieces for a page of one's own, tried on such a page."""

from tests.support.cli import invoke


def test_a_page_with_the_script_and_pieces_works_from_the_disk(tmp_path, browser):
    assert invoke("embed", "--output", str(tmp_path / "slidelab.js")).exit_code == 0
    film = invoke("embed", "125340678", "-a", "bfs", "--step", "20").stdout
    path = invoke("embed", "125340678", "--what", "path").stdout
    board = invoke("embed", "1 2 / 3 0", "--what", "board", "--goal", "blank-last").stdout
    script = '<script src="slidelab.js" defer></script>'
    (tmp_path / "page.html").write_text(f"<title>Mine</title>{script}{board}{path}{film}")
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"file://{tmp_path}/page.html")
    page.get_by_text("Step 0 of 3").wait_for()
    assert page.locator("search-film").evaluate("(film) => film.step") == 20
    page.get_by_role("grid").press("ArrowRight")
    page.get_by_role("grid").press("ArrowLeft")
    assert page.locator("slide-board").first.evaluate("(board) => board.cells") == [1, 2, 3, 0]
    page.close()
    assert not errors


def test_a_whole_piece_needs_no_other_file(tmp_path, browser):
    done = invoke("embed", "125340678", "--whole", "-o", str(tmp_path / "film.html"))
    assert done.exit_code == 0
    page = browser.new_page()
    page.goto(f"file://{tmp_path}/film.html")
    page.get_by_role("button", name="To the end").click()
    page.locator("search-film .film-words").get_by_text("goal", exact=False).wait_for()
    page.close()


def test_what_is_asked_for_wrongly_is_told():
    done = invoke("embed", "125340678", "--what", "poster")
    assert done.exit_code != 0
    assert "film, path, board" in done.output.replace("\n", " ")
