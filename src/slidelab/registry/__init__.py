"""Named things: those of slidelab, those of installed packages, and a person's own files."""

from slidelab.registry.registry import (
    NamedEntry,
    OwnCodeError,
    Registry,
    UnknownNameError,
    is_file_name,
    load_object,
)

__all__ = [
    "NamedEntry",
    "OwnCodeError",
    "Registry",
    "UnknownNameError",
    "is_file_name",
    "load_object",
]
