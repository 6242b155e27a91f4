"""JSON that a person can read too: one line for each entry, however long."""

from collections.abc import Mapping
from typing import Any


def json_object(entries: Mapping[str, Any]) -> str:
    """The entries as a JSON object.

    >>> print(json_object({"cost": 3, "moves": ["Up", "Left"]}))
    {
      "cost": 3,
      "moves": ["Up", "Left"]
    }
    """
    from json import dumps

    lines = ",\n".join(f"  {dumps(key)}: {dumps(value)}" for key, value in entries.items())
    return f"{{\n{lines}\n}}"
