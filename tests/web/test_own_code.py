"""A server started with a file of own code offers what is in it, and nothing else."""

import re

import pytest

from slidelab.web.catalogue import make_catalogue
from slidelab.web.settings import Settings
from tests.support.boards import EASY_CELLS as EASY
from tests.support.server import serving

OWN = """
from typing import Annotated
from slidelab.heuristics import heuristic
from slidelab.search import ALGORITHMS, Parameter, algorithm

@algorithm(title="Timid search", summary="looks a few moves ahead", optimal="never")
def timid(problem, *, depth: Annotated[int, Parameter("how far it dares", least=1)] = 2):
    return ALGORITHMS["dls"](problem, depth_limit=depth)

@heuristic(admissible=True, consistent=True, summary="knows nothing")
def nothing(goal):
    return lambda state: 0

def plain(state, goal):
    return 1
"""

pytestmark = pytest.mark.xdist_group("own code")


@pytest.fixture(scope="module")
def own_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("own") / "mine.py"
    file.write_text(OWN, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def own_server(own_file, tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data"), workers=1, own=own_file) as running:
        yield running


def test_it_is_listed_with_its_parameter_used_and_proved(own_server, own_file):
    found = own_server.client.get("/api/catalogue").json()
    timid = next(a for a in found["algorithms"] if a["title"] == "Timid search")
    assert timid["name"] == f"{own_file}:timid"
    (depth,) = timid["parameters"]
    assert (depth["name"], depth["default"], depth["least"]) == ("depth", 2, 1)
    assert depth["summary"] == "how far it dares"
    assert f"{own_file}:nothing" in [h["name"] for h in found["heuristics"]]

    body = {"cells": EASY, "algorithm": f"{own_file}:timid"}
    assert own_server.result(body)["status"] == "exhausted"
    found = own_server.result({**body, "parameters": {"depth": 3}})
    assert (found["status"], found["cost"], found["parameters"]) == ("solved", 3, {"depth": 3})
    assert "1 or more" in own_server.problem({**body, "parameters": {"depth": 0}})

    name = f"{own_file}:nothing"
    assert own_server.result({"cells": EASY, "heuristic": name})["cost"] == 3
    assert own_server.result({"heuristic": name, "shape": "2x2"}, "prove")["admissible"]


def test_other_files_stay_refused(own_server):
    for name in ("timid", "mine.py:timid", "/etc/passwd", "other.py:timid"):
        assert "no algorithm" in own_server.problem({"cells": EASY, "algorithm": name})


def test_one_function_of_a_file_is_offered_alone_and_an_empty_file_refused(own_file, tmp_path):
    (offered,) = make_catalogue(Settings(own=f"{own_file}:plain"))["heuristics"][-1:]
    assert offered["name"] == f"{own_file}:plain"
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n", encoding="utf-8")
    for name, named in (
        (f"{own_file}:absent", "neither"),
        (f"{empty}", "neither an @algorithm nor a @heuristic"),
        (f"{tmp_path / 'missing.py'}", r"missing\.py"),
    ):
        with pytest.raises(ValueError, match=named):
            make_catalogue(Settings(own=name))


def test_the_page_has_a_field_for_the_parameter_and_uses_it(browser, own_server, own_file):
    from playwright.sync_api import expect

    from tests.support.browser import Visit

    visit = Visit(browser, own_server.address)
    page = visit.go("solve", "b=3x3:1.2.5.3.4.0.6.7.8")
    page.get_by_label("Algorithm", exact=True).select_option(label="Timid search")
    depth = page.get_by_label("Depth", exact=True)
    expect(depth).to_have_value("2")
    expect(depth).to_have_attribute("min", "1")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("heading", name="No path found")).to_be_visible()
    depth.fill("3")
    page.get_by_role("button", name=re.compile("^Solve")).click()
    expect(page.get_by_role("heading", name="Solved in 3 moves")).to_be_visible()
    page.get_by_role("link", name="Watch this search").click()
    expect(page.locator(".film-place")).to_contain_text("Event 1 of")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Depth", exact=True)).to_have_value("3")
    visit.close()
