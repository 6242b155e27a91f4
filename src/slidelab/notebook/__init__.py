"""Boards, results, films and comparisons in notebooks: as HTML, and as widgets.

The HTML is self-contained: it still works when the notebook is opened without its kernel, and in an
exported page. `slidelab.notebook.widgets` needs anywidget.
"""

from slidelab.notebook.pieces import to_html

__all__ = ["to_html"]
