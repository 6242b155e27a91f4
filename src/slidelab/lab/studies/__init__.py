"""Ready-made studies, one a file: each answers a question that every course meets.

Adding a file adds the study: it holds one function decorated with `@study`, named as the file is.
"""

from slidelab.catalogue import Catalogue
from slidelab.lab.studies._study import Findings, Request, Study, Table, study

STUDIES: Catalogue[Study] = Catalogue(
    "slidelab.lab.studies",
    "study",
    "studies",
    first=("depth", "child-order", "graph-or-tree", "conventions"),
)

__all__ = ["STUDIES", "Findings", "Request", "Study", "Table", "study"]
