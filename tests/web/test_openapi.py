"""The API keeps to its own description."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from slidelab.web.app import create_app
from tests.marks import examples
from tests.support.boards import HARD_CELLS as HARD

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("described API")]

DESCRIPTION = create_app().openapi()
OPERATIONS = [
    (path, method.upper())
    for path, methods in DESCRIPTION["paths"].items()
    for method in methods
    if not path.endswith("/events")  # a stream has no end of its own
]


BOUNDED = settings(examples(8), phases=[Phase.generate], suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def api():
    """The description as Schemathesis reads it; importing that takes seconds."""
    import schemathesis

    # A body that is too long (413) is refused as well as one that makes no sense.
    checks = {"negative_data_rejection": {"expected-statuses": ["4xx"]}}
    config = schemathesis.Config.from_dict({"checks": checks})
    return schemathesis.openapi.from_dict(DESCRIPTION, config=config)


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_is_as_described(server, api, path, method, mode):
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    operation = api[path][method]
    if mode == "negative" and not _takes_anything(operation):
        return

    @given(case=operation.as_strategy(generation_mode=GenerationMode(mode)))
    @BOUNDED
    def ask(case):
        # A schema cannot say that cells make a board: a body that fits it may still be refused.
        case.call_and_validate(base_url=server.address, excluded_checks=[positive_data_acceptance])

    ask()


def _takes_anything(operation):
    return operation.body or operation.query or operation.path_parameters


def boards(longest):
    """Boards with sides up to this length."""
    sides = st.integers(2, longest)
    return st.tuples(sides, sides).flatmap(
        lambda sides: st.permutations(range(sides[0] * sides[1])).map(
            lambda cells: {"cells": cells, "shape": f"{sides[0]}x{sides[1]}"}
        )
    )


@pytest.mark.parametrize(
    ("path", "longest"),
    [("/api/check", 4), ("/api/hint", 3), ("/api/films", 4), ("/api/searches", 4)],
)
def test_answers_about_boards_are_as_described(server, api, path, longest):
    def ask(board, goal):
        body = {**board, "goal": goal}
        if path == "/api/films":
            body["max_events"] = 200
        response = server.post(path, body)
        starts = path in ("/api/films", "/api/searches")
        assert response.status_code == (202 if starts else 200)
        api[path]["POST"].validate_response(response)
        if path == "/api/films":
            job = response.json()["id"]
            assert [*server.follow(job)][-1][1] == "result"
            film = server.client.get(f"/api/films/{job}")
            api["/api/films/{id}"]["GET"].validate_response(film)
        elif starts:
            server.client.delete(f"/api/searches/{response.json()['id']}")

    goals = st.sampled_from(["blank-first", "blank-last"])
    BOUNDED(given(board=boards(longest), goal=goals)(ask))()
    ask({"cells": HARD}, "blank-first")  # a hint on a larger board takes all of its time


def test_every_route_describes_its_problems(server):
    openapi = server.client.get("/api/openapi.json").json()
    assert "ProblemDetails" in openapi["components"]["schemas"]
    assert "HTTPValidationError" not in openapi["components"]["schemas"]
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], path
            problems = [s for s in operation["responses"] if int(s) >= 400]
            assert problems, (method, path)


STREAM = DESCRIPTION["paths"]["/api/searches/{id}/events"]["get"]["responses"]["200"]
MANY = {"cells": HARD, "algorithm": "bfs"}
"""A search that has to pause."""


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ({"cells": [1, 2, 5, 3, 4, 0, 6, 7, 8]}, {"queued", "result"}),
        ({**MANY, "limits": {"seconds": 0.5}}, {"queued", "progress", "paused"}),
    ],
)
def test_events_are_as_described(server, body, seen):
    from jsonschema_rs import Draft202012Validator

    described = STREAM["content"]["text/event-stream"]["itemSchema"]["oneOf"]
    schemas = {one["title"]: one["properties"]["data"]["contentSchema"] for one in described}
    names = set()
    job = server.start(body)
    for _, name, data in server.follow(job):
        schema = {**schemas[name], "components": DESCRIPTION["components"]}
        assert list(Draft202012Validator(schema).iter_errors(data)) == []
        names.add(name)
        if name == "paused":
            break
    server.client.delete(f"/api/searches/{job}")
    assert seen <= names
