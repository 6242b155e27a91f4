"""Files that appear whole, locks between processes, and the folders of the user."""

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

# Below the second level: these serve all other parts and have no door of their own.
from slidelab.system import paths
from slidelab.system.files import locked, replacing, write_text


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    write_text(file, "old")
    with pytest.raises(RuntimeError, match="half way"), replacing(file) as beside:  # noqa: PT012
        beside.write_text("new")
        raise RuntimeError("half way")
    assert [entry.name for entry in tmp_path.iterdir()] == ["results.csv"]
    assert file.read_text() == "old"


def test_a_replaced_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    write_text(file, "old")
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text(Path(os.devnull), "nothing")
    assert not Path(os.devnull).is_file()


def test_a_lock_excludes_other_processes_until_its_holder_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    holding = (
        "import sys, time; from pathlib import Path; from slidelab.system.files import locked\n"
        "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(600)"
    )
    other = subprocess.Popen([sys.executable, "-c", holding, str(file)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"held\n"
    with pytest.raises(OSError, match="another process"), locked(file):
        pass
    with locked(file, while_waiting=other.kill):
        assert other.wait() != 0
    other.communicate()


@pytest.mark.parametrize("kind", ["data", "cache"])
def test_folders_are_those_of_the_system_or_chosen(kind, monkeypatch, tmp_path: Path) -> None:
    folder = getattr(paths, f"{kind}_folder")
    monkeypatch.setenv(f"SLIDELAB_{kind.upper()}", str(tmp_path))
    assert folder() == tmp_path
    monkeypatch.delenv(f"SLIDELAB_{kind.upper()}")
    for xdg in (None, "", "/somewhere/else"):
        monkeypatch.delenv(f"XDG_{kind.upper()}_HOME", raising=False)
        if xdg is not None:
            monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", xdg)
        usual = getattr(platformdirs, f"user_{kind}_path")("slidelab", appauthor=False)
        assert folder() == usual


def test_threads_that_write_the_same_file_do_not_disturb_each_other(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with replacing(file) as one:
        one.write_text("one")
        with replacing(file) as other:
            other.write_text("other")
        assert file.read_text() == "other"
    assert file.read_text() == "one"


def test_a_user_without_a_home_has_no_folder(monkeypatch) -> None:
    monkeypatch.delenv("SLIDELAB_DATA")
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: Path("~/.local/share"))
    with pytest.raises(OSError, match="Not a directory"):
        paths.data_folder().mkdir(parents=True)
