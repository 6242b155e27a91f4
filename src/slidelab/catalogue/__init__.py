"""Named things: those of slidelab, those of installed packages, and a person's own files."""

from slidelab.catalogue.catalogue import Catalogue, Entry
from slidelab.catalogue.errors import OwnCodeError, UnknownNameError
from slidelab.catalogue.names import is_file_name

__all__ = ["Catalogue", "Entry", "OwnCodeError", "UnknownNameError", "is_file_name"]
