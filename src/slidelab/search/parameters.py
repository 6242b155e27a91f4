"""Parameters of an algorithm, declared once, in its own signature.

    def beam(
        problem: Problem,
        *,
        width: Annotated[int, Parameter("nodes kept per layer", least=1)] = 100,
    ) -> Steps:

The library, the command line, the page and the grids of experiments all read names, bounds and
meanings from there.
"""

import inspect
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from numbers import Integral, Real
from sys import float_info
from typing import Any, get_type_hints

from slidelab.errors import SlidelabError

_KINDS: dict[type, tuple[type, str]] = {
    int: (Integral, "a whole number"),
    float: (Real, "a number"),
    bool: (bool, "true or false"),
    str: (str, "a text"),
}
TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Parameter:
    """A parameter of an algorithm. Name, type and default come from the signature."""

    help: str = ""
    least: float | None = None
    """The smallest value allowed."""
    name: str = ""
    type: type = int
    default: Any = None

    @property
    def allowed(self) -> str:
        """Return the allowed values, in words."""
        bound = "" if self.least is None else f", {self.least:g} or more"
        return f"{_KINDS[self.type][1]}{bound}"

    def check(self, value: Any) -> Any:
        """Return the value in the parameter's type; raises ValueError that says what is allowed."""
        kind, _ = _KINDS[self.type]
        is_right = isinstance(value, kind) and isinstance(value, bool) == (self.type is bool)
        if is_right and self.type in (int, float):
            is_right = abs(value) <= float_info.max and (self.least is None or value >= self.least)
        if not is_right:
            raise SlidelabError(f"{self.name} is {value!r}; it must be {self.allowed}")
        return self.type(value)

    def read(self, text: str) -> Any:
        """Return the value that a text stands for; raises ValueError that says what is allowed."""
        value: Any = text
        with suppress(KeyError, ValueError):  # the check refuses the text
            value = TRUTHS[text.lower()] if self.type is bool else self.type(text)
        return self.check(value)


def parameters_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """Return the parameters in a signature: those after `*`, each with a default.

    A plain annotation is enough, or none: the type is then that of the default.

    Raises ValueError for a parameter without a default or of another type than those known.
    """
    found = {}
    for name, each in inspect.signature(function).parameters.items():
        if each.kind is not each.KEYWORD_ONLY:
            continue
        hint = get_type_hints(inspect.unwrap(function), include_extras=True).get(name)
        kind = type(each.default) if hint is None else getattr(hint, "__origin__", hint)
        if each.default is each.empty or kind not in _KINDS:
            raise SlidelabError(
                f"the parameter {name} needs a default value, an int, float, bool or str"
            )
        notes = [note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Parameter)]
        declared = notes[0] if notes else Parameter()
        found[name] = replace(declared, name=name, type=kind, default=each.default)
    return found
