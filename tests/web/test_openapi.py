"""The API keeps to its own description."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.checks import positive_data_acceptance

from slidelab.web.app import create_app

pytestmark = pytest.mark.slow

# A body that is too long (413) is refused as well as one that makes no sense.
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}}
)
API = schemathesis.openapi.from_dict(create_app().openapi(), config=CONFIG)
OPERATIONS = [
    operation.ok()
    for operation in API.get_all_operations()
    if not operation.ok().path.endswith("/events")  # a stream has no end of its own
]


BOUNDED = settings(
    max_examples=20,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

UNPROMISED = [positive_data_acceptance]
"""A schema cannot say that cells make a board, so a body that fits it may still be refused."""


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_as_described(server, operation, mode):
    if mode is schemathesis.GenerationMode.NEGATIVE and not _takes_anything(operation):
        return

    @given(case=operation.as_strategy(generation_mode=mode))
    @BOUNDED
    def ask(case):
        case.call_and_validate(base_url=server.address, excluded_checks=UNPROMISED)

    ask()


def _takes_anything(operation):
    return operation.body or operation.query or operation.path_parameters


SHAPES = st.tuples(st.integers(2, 4), st.integers(2, 4))
BOARDS = SHAPES.flatmap(
    lambda sides: st.permutations(range(sides[0] * sides[1])).map(
        lambda cells: {"cells": cells, "shape": f"{sides[0]}x{sides[1]}"}
    )
)


@pytest.mark.parametrize("path", ["/api/check", "/api/hint", "/api/films", "/api/searches"])
def test_answers_about_boards_are_as_described(server, path):
    @given(board=BOARDS, goal=st.sampled_from(["blank-first", "blank-last"]))
    @BOUNDED
    def ask(board, goal):
        body = {**board, "goal": goal}
        if path == "/api/films":
            body["max_events"] = 200
        response = server.post(path, body)
        starts = path in ("/api/films", "/api/searches")
        assert response.status_code == (202 if starts else 200)
        API[path]["POST"].validate_response(response)
        if path == "/api/films":
            job = response.json()["id"]
            assert [*server.follow(job)][-1][1] == "result"
            film = server.client.get(f"/api/films/{job}")
            API["/api/films/{id}"]["GET"].validate_response(film)
        elif starts:
            server.client.delete(f"/api/searches/{response.json()['id']}")

    ask()


def test_every_route_describes_its_problems(server):
    openapi = server.client.get("/api/openapi.json").json()
    assert "ProblemDetails" in openapi["components"]["schemas"]
    assert "HTTPValidationError" not in openapi["components"]["schemas"]
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], path
            problems = [s for s in operation["responses"] if int(s) >= 400]
            assert problems, (method, path)


STREAM = API.raw_schema["paths"]["/api/searches/{id}/events"]["get"]["responses"]["200"]
MANY = {"cells": [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0], "algorithm": "bfs"}
"""A search that has to pause."""


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ({"cells": [1, 2, 5, 3, 4, 0, 6, 7, 8]}, {"queued", "result"}),
        ({**MANY, "limits": {"seconds": 0.5}}, {"queued", "progress", "paused"}),
    ],
)
def test_events_are_as_described(server, body, seen):
    described = STREAM["content"]["text/event-stream"]["itemSchema"]["oneOf"]
    schemas = {one["title"]: one["properties"]["data"]["contentSchema"] for one in described}
    names = set()
    job = server.start(body)
    for _, name, data in server.follow(job):
        schema = {**schemas[name], "components": API.raw_schema["components"]}
        assert list(Draft202012Validator(schema).iter_errors(data)) == []
        names.add(name)
        if name == "paused":
            break
    server.client.delete(f"/api/searches/{job}")
    assert seen <= names
