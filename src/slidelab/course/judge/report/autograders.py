"""A judgement for what courses run: JUnit's XML, and Gradescope's JSON."""

from json import dumps
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from slidelab.course.judge.checks import Verdict
from slidelab.course.judge.judgement import Judgement
from slidelab.course.judge.report.plain import replay
from slidelab.course.judge.report.text import conclusions


def as_junit(judgement: Judgement) -> str:
    """The judgement as XML; a case that was stopped or crashed is an error, another a failure."""
    failed = [verdict for verdict in judgement.verdicts if not verdict.passed]
    errors = [verdict for verdict in failed if verdict.outcome.ended != "exit"]
    seconds = sum(verdict.outcome.seconds for verdict in judgement.verdicts)
    suite = Element(
        "testsuite",
        name=xml_text(f"{judgement.program.name}: {judgement.suite}"),
        tests=str(len(judgement.verdicts)),
        failures=str(len(failed) - len(errors)),
        errors=str(len(errors)),
        time=f"{seconds:.3f}",
    )
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", name="isolation", value=xml_text(judgement.isolation))
    for verdict in judgement.verdicts:
        case = SubElement(
            suite,
            "testcase",
            classname=xml_text(f"{judgement.suite}.{verdict.case.algorithm}"),
            name=xml_text(verdict.case.board_text),
            time=f"{verdict.outcome.seconds:.3f}",
        )
        if not verdict.passed:
            kind = "failure" if verdict.outcome.ended == "exit" else "error"
            failures = verdict.failures
            told = SubElement(
                case, kind, message=xml_text(f"{failures[0].criterion}: {failures[0].got}")
            )
            lines = [f"{c.criterion}: expected {c.expected}\n  got {c.got}" for c in failures]
            told.text = xml_text("\n".join([*lines, f"replay: {replay(judgement, verdict)}"]))
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode")


def xml_text(text: str) -> str:
    """The text without the characters that XML cannot hold; programs print anything."""
    return "".join(c for c in text if c in "\t\n\r" or (c >= " " and not _is_no_character(c)))


def _is_no_character(c: str) -> bool:
    return c in "\ufffe\uffff" or "\ud800" <= c <= "\udfff"


def as_gradescope(judgement: Judgement) -> str:
    """The `results.json` that Gradescope reads of an autograder, as its documentation describes it
    ("Autograder Specifications"); the points of all tests add up to those of the rubric.
    """
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
