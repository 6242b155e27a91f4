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
from math import isfinite
from numbers import Real
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from slidelab.system.argument_checks import as_whole

_KINDS: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
}
TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Parameter(NamedTuple):
    """A parameter of an algorithm. Name, type and default come from the signature it stands in.

    >>> width = Parameter("nodes kept per layer", least=1, name="width", type=int, default=100)
    >>> width.check(7), width.read("7")
    (7, 7)
    >>> width.check(-3)
    Traceback (most recent call last):
    ...
    ValueError: width is -3; it must be a whole number, 1 or more
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
        """What it may be, in words."""
        bounds = [
            (self.least, "{:g} or more"),
            (self.above, "above {:g}"),
            (self.most, "at most {:g}"),
        ]
        words = [text.format(bound) for bound, text in bounds if bound is not None]
        return ", ".join([_KINDS[self.type], *words])

    def check(self, value: Any) -> Any:
        """The value, of the parameter's type; raises ValueError that says what it may be."""
        taken = value
        if not isinstance(value, bool):  # NumPy has numbers of its own
            if self.type is float and isinstance(value, Real):
                with suppress(OverflowError):
                    taken = float(value)
            elif self.type is int:
                taken = as_whole(value)
        if type(taken) is not self.type or not self._is_within(taken):
            raise ValueError(f"{self.name} is {value!r}; it must be {self.allowed}")
        return taken

    def read(self, text: str) -> Any:
        """The value that a text stands for; raises ValueError that says what it may be."""
        try:
            value = TRUTHS[text.lower()] if self.type is bool else self.type(text)
        except (KeyError, ValueError):
            raise ValueError(f"{self.name} is {text!r}; it must be {self.allowed}") from None
        return self.check(value)

    def _is_within(self, value: Any) -> bool:
        if self.type is float and not isfinite(value):
            return False
        return (
            (self.least is None or value >= self.least)
            and (self.above is None or value > self.above)
            and (self.most is None or value <= self.most)
        )


def parameters_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """The parameters in a signature: what stands after `*`, each with a default.

    A plain annotation will do, or none: the type is then that of the default.

    Raises ValueError for a parameter without a default or of another type than those known.
    """
    given = inspect.signature(function).parameters.values()
    after_star = [one for one in given if one.kind is one.KEYWORD_ONLY]
    hints = get_type_hints(inspect.unwrap(function), include_extras=True) if after_star else {}
    return {one.name: _declare(one.name, one.default, hints.get(one.name)) for one in after_star}


def _declare(name: str, default: Any, hint: Any) -> Parameter:
    if default is inspect.Parameter.empty:
        raise ValueError(f"the parameter {name} needs a default value")
    declared = Parameter()
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        declared = next((extra for extra in extras if isinstance(extra, Parameter)), declared)
    kind = type(default) if hint is None else hint
    if kind not in _KINDS:
        raise ValueError(f"the parameter {name} is neither int, float, bool nor str")
    return declared._replace(name=name, type=kind, default=default)
