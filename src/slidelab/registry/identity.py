"""What tells a function at hand from all others: its module, its qualified name and its code."""

from collections.abc import Callable
from hashlib import sha256
from inspect import signature, unwrap
from types import CodeType, FunctionType
from typing import Any


def name_of(thing: object) -> str:
    """A name that two functions share only if they are the same.

    >>> one, other = (lambda board: 1), (lambda board: 2)
    >>> name_of(one) == name_of(other), name_of(one).partition("@")[0]
    (False, 'lambda')
    """
    written: str = getattr(thing, "name", getattr(thing, "__name__", type(thing).__name__))
    return f"{written.strip('<>')}@{mark_of(thing)}"


def mark_of(thing: object) -> str:
    """A short text made of a function's module, qualified name, code, defaults and closure.

    Any other object is identified by itself.

    >>> one, other = (lambda state: 1), (lambda state: 2)
    >>> mark_of(one) == mark_of(one), mark_of(one) == mark_of(other)
    (True, False)
    """
    function = unwrap(thing)  # type: ignore[arg-type]
    said: tuple[object, ...] = (id(function),)
    if isinstance(function, FunctionType):
        held = [cell.cell_contents for cell in function.__closure__ or ()]
        said = (
            *(function.__module__, function.__qualname__, *_meaning(function.__code__)),
            *(function.__defaults__, function.__kwdefaults__, held),
        )
    return sha256(repr(said).encode(errors="backslashreplace")).hexdigest()[:8]


def as_function(thing: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls any callable, such as a bound method or a `partial`."""
    if isinstance(thing, FunctionType):
        return thing

    def call(*args: Any, **kwargs: Any) -> Any:
        return thing(*args, **kwargs)

    call.__name__ = call.__qualname__ = getattr(thing, "__name__", type(thing).__name__)
    call.__doc__ = getattr(thing, "__doc__", None)
    call.__wrapped__ = thing  # type: ignore[attr-defined]
    return call


def arguments_of(function: Callable[..., Any]) -> int | None:
    """The number of arguments that a function asks for; None where it cannot be called so.

    >>> arguments_of(lambda board, weight=2: 0), arguments_of(lambda state, goal: 0)
    (1, 2)
    """
    try:
        declared = signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in declared):
        return None
    placed = [p for p in declared if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in placed)
    return needed or min(1, len(placed))


def _meaning(code: CodeType) -> tuple[object, ...]:
    """What a function does. Code inside of it, such as a lambda, would be told by its address."""
    constants = [_meaning(c) if isinstance(c, CodeType) else c for c in code.co_consts]
    return code.co_code, constants, code.co_names, code.co_varnames
