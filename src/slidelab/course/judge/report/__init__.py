"""A judgement written down: for people, for programs, and for what courses run."""

from collections.abc import Callable

from slidelab.course.judge.judgement import Judgement
from slidelab.course.judge.report.autograders import as_gradescope, as_junit
from slidelab.course.judge.report.html import as_html
from slidelab.course.judge.report.plain import as_json
from slidelab.course.judge.report.text import as_text

WRITERS: dict[str, Callable[[Judgement], str]] = {
    "text": as_text,
    "json": as_json,
    "html": as_html,
    "junit": as_junit,
    "gradescope": as_gradescope,
}
"""How a judgement can be written, by name."""

__all__ = ["WRITERS"]
