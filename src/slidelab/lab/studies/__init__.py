"""Ready-made studies, one a file: each answers a question that every course meets.

Adding a file adds the study: it holds one function decorated with `@Study`, named as the file is.
The page beside it says in Markdown what the study asks, and what its figures say.
"""

from slidelab.lab.studies._study import Findings, Request, Study, StudyTable
from slidelab.registry import Registry

STUDIES: Registry[Study] = Registry(
    "slidelab.lab.studies",
    "study",
    "studies",
    first=("depth", "child-order", "graph-or-tree", "conventions"),
)

__all__ = ["STUDIES", "Findings", "Request", "Study", "StudyTable"]
