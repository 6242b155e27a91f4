"""A judgement for a terminal."""

from slidelab.course.judge.checks import Verdict
from slidelab.course.judge.judgement import Judgement
from slidelab.course.judge.report.plain import replay
from slidelab.puzzle.wording import plural
from slidelab.search.counters import memory_words, time_words
from slidelab.solving.text_layout import table


def as_text(judgement: Judgement) -> str:
    """A line for each case, more for those that failed, and then what it comes to."""
    failed = sum(not verdict.passed for verdict in judgement.verdicts)
    cases = plural(len(judgement.verdicts), "case")
    ends = "all passed" if not failed else f"{failed:,} failed"
    if not judgement.complete:
        ends += "; stopped before the end"
    parts = [
        f"{judgement.program.name}: suite {judgement.suite}, {judgement.isolation}",
        _errors(judgement) or "\n".join(_verdict(judgement, each) for each in judgement.verdicts),
        *filter(None, (conclusions(judgement),)),
        score_table(judgement),
        f"{cases}, {ends}: {judgement.points:.1f} of {judgement.rubric.points:g} points",
    ]
    return "\n\n".join(parts)


def _errors(judgement: Judgement) -> str:
    """What the compiler or the system said, once, where the program never started."""
    outcome = judgement.never_started
    return "" if outcome is None else f"✗ {outcome.words}\n\n{outcome.errors}".strip()


def conclusions(judgement: Judgement) -> str:
    """What all cases of an algorithm show together."""
    why = [f"The program {judgement.failure}"] if judgement.failure else []
    explained = [f"{name} {found.words}" for name, found in judgement.explanations.items()]
    return "\n".join(why + explained + [reach.words for reach in judgement.reaches])


def score_table(judgement: Judgement) -> str:
    """The scores by criterion."""
    rows = [
        [
            score.criterion,
            f"{score.passed} of {score.of}",
            f"{score.points:.1f}",
            f"{score.most:.1f}",
        ]
        for score in judgement.scores
    ]
    return table(["criterion", "passed", "points", "of"], rows, right=(1, 2, 3), rule=True)


def cost_words(judgement: Judgement, verdict: Verdict) -> str:
    """What a run took, beside what the textbook engine takes."""
    outcome = verdict.outcome
    words = f"{time_words(outcome.seconds)}, {memory_words(outcome.peak_memory_bytes)}"
    textbook = judgement.reference.get(verdict.case.number)
    return words if textbook is None else f"{words}; textbook engine {time_words(textbook.seconds)}"


def _verdict(judgement: Judgement, verdict: Verdict) -> str:
    note = f" ({verdict.case.row.note})" if verdict.case.row.note else ""
    if verdict.passed:
        said = verdict.checks[0].got
        return f"✓ {verdict.case.name}{note}: {said}, {cost_words(judgement, verdict)}"
    lines = [f"✗ {verdict.case.name}{note}: {cost_words(judgement, verdict)}"]
    for check in verdict.failures:
        lines += [
            f"    {check.criterion}: expected {check.expected}",
            f"    {' ' * len(check.criterion)}  got      {check.got}",
        ]
    return "\n".join([*lines, f"    replay: {replay(judgement, verdict)}"])
