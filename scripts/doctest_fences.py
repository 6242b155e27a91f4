"""Sessions in docstrings become code on the docs site; to Markdown, `>>>` would be a quotation."""

import re
from typing import Any

from griffe import Extension, Object

SESSION = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class DoctestFences(Extension):
    """mkdocstrings shows it everything that may have a docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Put a fence around each session, which ends at an empty line."""
        if obj.docstring:
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
