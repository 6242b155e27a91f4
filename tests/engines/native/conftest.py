"""The kernels as WebAssembly, exported once."""

import os
import shutil
from pathlib import Path

import pytest

from slidelab.engines.native.code_files import CannotLinkError
from slidelab.engines.native.web_assembly import find_linker
from tests.support.site import copy_kernels


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that they are in; tests that use it run in one process (see their group)."""
    missing = "" if shutil.which("node") else "Node is missing: make packages"
    try:
        find_linker()
    except CannotLinkError as error:
        missing = str(error)
    if missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    return copy_kernels(tmp_path_factory, tmp_path_factory.mktemp("exported"))
