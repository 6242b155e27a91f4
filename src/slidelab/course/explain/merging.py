"""Explanations that differ only in what the numbers cannot tell apart are one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from slidelab.course.explain.candidates import Candidates
from slidelab.course.explain.match import Match
from slidelab.search.conventions import CHOICES


def merge(matches: Sequence[Match], asked: Sequence[Candidates]) -> list[Match]:
    """Join matches that differ in one choice alone, choice by choice, the moves' order first.

    The first of those joined, the nearest to the textbook, stands for all. Other presets keep their
    names.
    """
    differences = {(each.spec.algorithm, each.spec.heuristic): each.differences for each in asked}
    merged = [*matches]
    for name in CHOICES:
        groups: dict[Any, list[Match]] = {}
        for match in merged:
            search = (match.spec.algorithm, match.spec.heuristic)
            others = differences[search](match.conventions, "textbook")
            others.pop(name, None)
            named = "" if match.deviations else match.preset.removeprefix("textbook")
            key = (search, named, frozenset(others.items()), match.alternatives)
            groups.setdefault(key, []).append(match)
        merged = [_join(name, group) for group in groups.values()]
    return merged


def _join(name: str, group: list[Match]) -> Match:
    first, *rest = group
    values = dict.fromkeys(getattr(match.conventions, name) for match in rest)
    values.pop(getattr(first.conventions, name), None)
    if not values:
        return first
    return replace(first, alternatives=(*first.alternatives, (name, (*values,))))
