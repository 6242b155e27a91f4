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
    """A parameter of an algorithm. Name, type and default come from the signature.

    >>> width = Parameter("nodes kept per layer", least=1, name="width", type=int, default=100)
    >>> width.check(7), width.read("7")
    (7, 7)
    >>> width.check(-3)
    Traceback (most recent call last):
    ...
    slidelab.errors.SlidelabError: width is -3; it must be a whole number, 1 or more
    """

    help: str = ""
    least: float | None = None
    """The smallest value allowed."""
    above: float | None = None
    """A value that is too small, where every larger one is allowed."""
    most: float | None = None
    """The largest value allowed."""
    name: str = ""
    type: type = int
    default: Any = None

    @property
    def allowed(self) -> str:
        """Return the allowed values, in words."""
        bounds = [
            f"{self.least:g} or more" if self.least is not None else "",
            f"above {self.above:g}" if self.above is not None else "",
            f"at most {self.most:g}" if self.most is not None else "",
        ]
        return ", ".join(filter(None, [_KINDS[self.type][1], *bounds]))

    def check(self, value: Any) -> Any:
        """Return the value in the parameter's type; raises ValueError that says what is allowed."""
        is_right = isinstance(value, _KINDS[self.type][0])
        is_right &= isinstance(value, bool) == (self.type is bool)
        if not is_right or (self.type in (int, float) and not self._is_within(value)):
            raise SlidelabError(f"{self.name} is {value!r}; it must be {self.allowed}")
        return self.type(value)

    def read(self, text: str) -> Any:
        """Return the value that a text stands for; raises ValueError that says what is allowed."""
        try:
            value = TRUTHS[text.lower()] if self.type is bool else self.type(text)
        except (KeyError, ValueError):
            raise SlidelabError(f"{self.name} is {text!r}; it must be {self.allowed}") from None
        return self.check(value)

    def _is_within(self, value: float) -> bool:
        return (
            abs(value) <= float_info.max  # neither infinite nor NaN
            and (self.least is None or value >= self.least)
            and (self.above is None or value > self.above)
            and (self.most is None or value <= self.most)
        )


def parameters_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """Return the parameters in a signature: those after `*`, each with a default.

    A plain annotation is enough, or none: the type is then that of the default.

    Raises ValueError for a parameter without a default or of another type than those known.
    """
    found = {}
    for each in inspect.signature(function).parameters.values():
        if each.kind is each.KEYWORD_ONLY:
            hints = get_type_hints(inspect.unwrap(function), include_extras=True)
            found[each.name] = _declare(each.name, each.default, hints.get(each.name))
    return found


def _declare(name: str, default: Any, hint: Any) -> Parameter:
    if default is inspect.Parameter.empty:
        raise SlidelabError(f"the parameter {name} needs a default value")
    kind = type(default) if hint is None else getattr(hint, "__origin__", hint)
    if kind not in _KINDS:
        raise SlidelabError(f"the parameter {name} is neither int, float, bool nor str")
    declared = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Parameter)]
    return replace(*declared or [Parameter()], name=name, type=kind, default=default)
