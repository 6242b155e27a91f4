"""A judgement as the `results.json` that Gradescope reads of an autograder.

Its form is described in Gradescope's documentation, "Autograder Specifications".
"""

from json import dumps
from typing import Any

from slidelab.course.judge.checks import Verdict
from slidelab.course.judge.judgement import Judgement
from slidelab.course.judge.report.text import conclusions


def as_gradescope(judgement: Judgement) -> str:
    """The results; the points of all tests add up to those of the rubric."""
    seconds = sum(verdict.outcome.seconds for verdict in judgement.verdicts)
    results = {
        "output": f"{judgement.isolation}\n{conclusions(judgement)}",
        "output_format": "text",
        "execution_time": round(seconds, 3),
        "tests": [_test(judgement, verdict) for verdict in judgement.verdicts],
    }
    return dumps(results, indent=2, ensure_ascii=False)


def _test(judgement: Judgement, verdict: Verdict) -> dict[str, Any]:
    points, most = judgement.worth(verdict)
    said = [f"{c.criterion}: expected {c.expected}; got {c.got}" for c in verdict.failures]
    return {
        "name": verdict.case.name,
        "number": str(verdict.case.number),
        "score": round(points, 4),
        "max_score": round(most, 4),
        "status": "passed" if verdict.passed else "failed",
        "output": "\n".join(said) or verdict.checks[0].got,
        "output_format": "text",
        "tags": sorted({check.criterion for check in verdict.checks}),
        "visibility": "visible",
    }
