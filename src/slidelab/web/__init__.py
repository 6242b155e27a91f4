"""The page and its JSON API: `create_app(Settings())` is all of it, an ASGI application."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slidelab.web.app import create_app as create_app
    from slidelab.web.settings import Settings as Settings

# Worker processes import this package too, and must not pay for the server.
_HOMES = {"create_app": "slidelab.web.app", "Settings": "slidelab.web.settings"}

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'slidelab.web' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
