"""Judging a class: every subfolder of a folder is a program, and one table tells of them all."""

from slidelab.course.classroom.class_judgement import ClassJudgement, judge_class
from slidelab.course.classroom.class_table import class_html, class_text, groups, write_class
from slidelab.course.classroom.submissions import Submission, find_submissions

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
