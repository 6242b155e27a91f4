"""Comparing and the page's jobs stop where they are next asked, whatever they are doing.

No test here looks at a clock: each counts how often work asks again after it was told to stop, and
what it does meanwhile.
"""

import pytest

from slidelab.course.explain.answer import answer
from slidelab.puzzle import Board, Move, Shape, goal_board, random_walk
from slidelab.search import Limits, Status
from slidelab.solving import Search, SearchSpec
from slidelab.web.job_specs import (
    ExplanationJob,
    FilmJob,
    NextMoveJob,
    ProofJob,
    ReviewJob,
    SearchJob,
)
from tests.support.boards import HARD

START = Board(HARD)
GOAL = goal_board("blank-first", START.shape)
LARGE = random_walk(goal_board("blank-first", Shape(8, 8)), 1_000, seed=1)
LATEST = 3
"""Questions after the first yes: each layer that passes it on may ask for itself."""
LATEST_OF_AN_EXPLANATION = 40
"""Each group of conventions asks before it begins."""


class StopAfter:
    """Says no a number of times, then yes; counts how often it is asked after that."""

    def __init__(self, questions: int) -> None:
        self.left, self.late = questions, 0

    def __call__(self) -> bool:
        if self.left:
            self.left -= 1
            return False
        self.late += 1
        return True


@pytest.mark.parametrize(
    "spec",
    [
        SearchSpec("astar", "manhattan", engine="textbook"),
        SearchSpec("ids", engine="textbook"),
        SearchSpec("bfs", engine="compiled"),
        SearchSpec("ida", "manhattan", engine="compiled"),
        SearchSpec("astar", "linear-conflict"),
        SearchSpec("anytime"),
    ],
    ids=lambda spec: f"{spec.engine} {spec.algorithm}",
)
@pytest.mark.parametrize("questions", [0, 4])
def test_a_row_of_a_comparison(spec: SearchSpec, questions: int) -> None:
    start = LARGE if spec.algorithm == "anytime" else START
    stop = StopAfter(questions)
    result = Search(start, spec=spec).advance(cancelled=stop)
    assert result.status is Status.CANCELLED
    assert 1 <= stop.late <= LATEST


def test_the_textbook_engine_expands_nothing_more() -> None:
    stop = StopAfter(4)
    after: list[object] = []

    def observe(event: object, payload: object, *_: object) -> None:
        if stop.late:
            after.append(event)

    spec = SearchSpec("ids", engine="textbook")
    result = Search(START, spec=spec).advance(observer=observe, cancelled=stop)
    assert result.status is Status.CANCELLED
    assert after == []


def search_job() -> SearchJob:
    return SearchJob(START, GOAL, SearchSpec("ids", engine="textbook"))


@pytest.mark.parametrize(
    "job",
    [
        search_job(),
        FilmJob(search_job(), most_events=100_000_000),
        NextMoveJob(LARGE, goal_board("blank-first", LARGE.shape), databases=False),
        ReviewJob(START, GOAL, (Move.UP, Move.DOWN) * 50),
        ProofJob("manhattan", GOAL, False, boards=1_000_000),
        ExplanationJob([(START, GOAL, {"expanded": 10**9})], "bfs", None),
    ],
    ids=lambda job: type(job).__name__,
)
@pytest.mark.parametrize("questions", [0, 4])
def test_a_job_of_the_page(job, questions: int) -> None:
    stop = StopAfter(questions)
    job.run(Limits(seconds=10_000.0), lambda news: None, stop)
    most = LATEST_OF_AN_EXPLANATION if isinstance(job, ExplanationJob) else LATEST
    assert 1 <= stop.late <= most


@pytest.mark.parametrize("questions", [0, 1])
def test_what_an_explanation_lacks_is_not_looked_for(questions: int) -> None:
    stop = StopAfter(questions)
    inquiry = ExplanationJob([(START, GOAL, {"expanded": 10**9})], "bfs", None).inquiry()
    told = answer(inquiry, [], stop)
    assert not [hint for hint in told.hints if "Look at" in hint]
    assert 1 <= stop.late <= LATEST_OF_AN_EXPLANATION
