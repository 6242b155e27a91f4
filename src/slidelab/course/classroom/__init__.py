"""Judging a class: every subfolder of a folder is a program, and one table tells of them all."""

from slidelab.course.classroom.run import ClassJudgement, judge_class
from slidelab.course.classroom.submissions import Submission, find_submissions
from slidelab.course.classroom.table import class_html, class_text, groups, write_class

__all__ = [
    "ClassJudgement",
    "Submission",
    "class_html",
    "class_text",
    "find_submissions",
    "groups",
    "judge_class",
    "write_class",
]
