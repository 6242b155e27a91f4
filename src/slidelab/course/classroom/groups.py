"""Submissions that count alike: a help for who looks at them, and no verdict.

Whoever follows the same book makes the same choices and counts the same. Where the conventions are
unusual, or the counts are explained by none, agreement on every board is worth a look.
"""

from collections import defaultdict
from typing import NamedTuple

from slidelab.course.classroom.run import ClassJudgement
from slidelab.course.judge.checks import observation
from slidelab.course.judge.judgement import Judgement


class SimilarSubmissions(NamedTuple):
    """Submissions whose counts agree wherever any of them counted."""

    members: list[str]
    explained: str
    """What explains their counts, in words."""


def groups(judgement: ClassJudgement) -> list[SimilarSubmissions]:
    """The groups of two and more, the largest first."""
    by_counts: defaultdict[tuple[object, ...], list[str]] = defaultdict(list)
    for name, one in judgement.judgements.items():
        seen = _counts(one)
        if any(seen):
            by_counts[seen].append(name)
    found = [
        SimilarSubmissions(members, _explained(judgement.judgements[members[0]]))
        for members in by_counts.values()
        if len(members) > 1
    ]
    return sorted(found, key=lambda group: (-len(group.members), group.members))


def _counts(judgement: Judgement) -> tuple[object, ...]:
    return tuple(observation(verdict.case, verdict.outcome) for verdict in judgement.verdicts)


def _explained(judgement: Judgement) -> str:
    words = [f"{name} {found.words}" for name, found in judgement.explanations.items()]
    return "; ".join(words)
