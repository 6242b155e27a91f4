"""Folders are where the system wants them, as platformdirs knows it."""

import platformdirs
import pytest

from slidelab.system import paths


@pytest.mark.parametrize("set_to", [None, "", "/somewhere/else"])
@pytest.mark.parametrize("kind", ["data", "config", "cache"])
def test_folders_are_those_of_platformdirs(kind, set_to, monkeypatch):
    monkeypatch.delenv(f"SLIDELAB_{kind.upper()}", raising=False)
    if set_to is None:
        monkeypatch.delenv(f"XDG_{kind.upper()}_HOME", raising=False)
    else:
        monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", set_to)
    expected = getattr(platformdirs, f"user_{kind}_path")("slidelab", appauthor=False)
    assert getattr(paths, f"{kind}_folder")() == expected
