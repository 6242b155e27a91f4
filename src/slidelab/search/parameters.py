"""Parameters of algorithms, declared in their signatures.

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

    def allows(self, value: Any) -> bool:
        """Return whether it may have a value."""
        kind: Any = _KINDS[self.type][0]
        if not isinstance(value, kind) or isinstance(value, bool) != (self.type is bool):
            return False
        return self.least is None or self.least <= value <= float_info.max

    def check(self, value: Any) -> Any:
        """Return the value in the parameter's type; raises ValueError that says what is allowed."""
        if not self.allows(value):
            raise SlidelabError(f"{self.name} is {value!r}; it must be {self.allowed}")
        return self.type(value)

    def read(self, text: str) -> Any:
        """Return the value that a text stands for; raises ValueError that says what is allowed."""
        try:
            value = TRUTHS[text.lower()] if self.type is bool else self.type(text)
        except (KeyError, ValueError):
            value = text  # which the check refuses
        return self.check(value)


def parameters_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """Return the parameters in a signature: those after `*`, each with a default.

    Without an annotation, the type is that of the default. Raises ValueError for a parameter
    without a default or of another type than those known.
    """
    found: dict[str, Parameter] = {}
    for name, each in inspect.signature(function).parameters.items():
        if each.kind is not each.KEYWORD_ONLY:
            continue
        hints = get_type_hints(inspect.unwrap(function), include_extras=True)
        hint = hints.get(name, type(each.default))
        kind = getattr(hint, "__origin__", hint)  # Annotated[int, ...] has the origin int
        if each.default is each.empty or kind not in _KINDS:
            raise SlidelabError(
                f"the parameter {name} needs a default value, an int, float, bool or str"
            )
        notes = getattr(hint, "__metadata__", ())
        declared = next((note for note in notes if isinstance(note, Parameter)), Parameter())
        found[name] = replace(declared, name=name, type=kind, default=each.default)
    return found
