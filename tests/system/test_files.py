"""Files that appear whole, and locks between processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from slidelab.system.files import LockedError, locked, replacing, write_text
from slidelab.system.paths import cache_folder, config_folder, data_folder


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    write_text(file, "old")
    with pytest.raises(RuntimeError, match="half way"), replacing(file) as beside:  # noqa: PT012
        beside.write_text("new")
        raise RuntimeError("half way")
    assert [entry.name for entry in tmp_path.iterdir()] == ["results.csv"]
    assert file.read_text() == "old"


def test_a_replaced_file_keeps_its_mode_and_its_links(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    write_text(file, "old")
    file.chmod(0o600)
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text(Path(os.devnull), "nothing")
    assert not Path(os.devnull).is_file()


def test_a_lock_is_refused_while_another_process_holds_it_and_free_when_that_is_killed(
    tmp_path: Path,
) -> None:
    file = tmp_path / "lock"
    holding = (
        "import sys, time; from pathlib import Path; from slidelab.system.files import locked\n"
        "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(600)"
    )
    other = subprocess.Popen([sys.executable, "-c", holding, str(file)], stdout=subprocess.PIPE)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        waited: list[None] = []
        with (
            pytest.raises(LockedError, match="another process"),
            locked(file, wait=0.2, while_waiting=lambda: waited.append(None)),
        ):
            pass
        assert waited
    finally:
        other.kill()
        other.communicate()
    with locked(file, wait=5):
        assert file.exists()


@pytest.mark.parametrize("folder", [cache_folder, config_folder, data_folder])
def test_folders_can_be_chosen(folder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kind = folder.__name__.removesuffix("_folder").upper()
    monkeypatch.setenv(f"SLIDELAB_{kind}", str(tmp_path))
    assert folder() == tmp_path
