"""Files of databases: damage is noticed, and no accident leaves a bad one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from slidelab.engines.compiled.level_pool import LevelPool
from slidelab.engines.compiled.patterns.array_files import (
    BadFileError,
    checksum,
    read_arrays,
    write_arrays,
)
from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.lookup import open_lookup
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import (
    load_or_build,
    read_table,
    resident_copy,
    table_path,
)
from slidelab.puzzle import Shape
from slidelab.system.paths import cache_folder

pytestmark = pytest.mark.nightly

EIGHT, FIFTEEN = Shape(3, 3), Shape(4, 4)
PATTERN = Pattern.of((1, 2, 3, 4), 0, EIGHT)
LARGER = Pattern.of((1, 2, 4, 5, 8), 0, FIFTEEN)


def database(folder: Path, pattern: Pattern = PATTERN) -> Path:
    return table_path(DistanceBuild, pattern, folder)


def temporary_files(folder: Path) -> list[Path]:
    return [path for path in (folder / "patterns").iterdir() if path.name.startswith(".")]


class StoppedError(Exception):
    pass


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    load_or_build(DistanceBuild, PATTERN)
    assert database(tmp_path).exists()


class NeverBuilt(DistanceBuild):
    run = pytest.fail


def test_a_second_use_loads_what_the_first_built(tmp_path: Path) -> None:
    built = load_or_build(DistanceBuild, PATTERN, folder=tmp_path)
    loaded = load_or_build(NeverBuilt, PATTERN, folder=tmp_path)
    assert np.array_equal(built, loaded)
    assert not loaded.flags.writeable
    assert temporary_files(tmp_path) == []


@pytest.mark.parametrize("where", [0, 30, 60, 4096, 4096 + 1517, 4096 + 3023])
def test_an_altered_byte_is_noticed_and_the_file_rebuilt(tmp_path: Path, where: int) -> None:
    good = load_or_build(DistanceBuild, PATTERN, folder=tmp_path).copy()
    path = database(tmp_path)
    content = bytearray(path.read_bytes())
    content[where] ^= 4
    path.write_bytes(content)
    with pytest.raises(BadFileError):
        read_table(DistanceBuild, PATTERN, path)
    assert np.array_equal(load_or_build(DistanceBuild, PATTERN, folder=tmp_path), good)
    assert np.array_equal(read_table(DistanceBuild, PATTERN, path), good)


@pytest.mark.parametrize("length", [0, 10, 4095, 4096, 5000])
def test_a_truncated_file_is_noticed_and_rebuilt(tmp_path: Path, length: int) -> None:
    good = load_or_build(DistanceBuild, PATTERN, folder=tmp_path).copy()
    path = database(tmp_path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(BadFileError):
        read_table(DistanceBuild, PATTERN, path)
    assert np.array_equal(load_or_build(DistanceBuild, PATTERN, folder=tmp_path), good)


def test_a_file_of_another_pattern_is_not_mistaken(tmp_path: Path) -> None:
    other = Pattern.of((5, 6, 7, 8), 0, EIGHT)
    load_or_build(DistanceBuild, other, folder=tmp_path)
    os.replace(database(tmp_path, other), database(tmp_path))
    with pytest.raises(BadFileError, match="something else"):
        read_table(DistanceBuild, PATTERN, database(tmp_path))
    built = load_or_build(DistanceBuild, PATTERN, folder=tmp_path)
    assert np.array_equal(built, DistanceBuild.start(PATTERN).run())


def test_every_flipped_bit_changes_the_checksum() -> None:
    rng = np.random.default_rng(1)
    data = rng.integers(0, 256, 1000, dtype=np.uint8)
    sums = {checksum(data)}
    for position in range(0, 1000, 13):
        data[position] ^= 1 << position % 8
        sums.add(checksum(data))
        data[position] ^= 1 << position % 8
    assert len(sums) == 1 + len(range(0, 1000, 13))


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_arrays(path, {"number": 1}, [np.arange(5)], durable=True)
    with pytest.raises(ValueError, match="contiguous"):
        write_arrays(path, {"number": 2}, [np.arange(5), np.arange(10)[::2]], durable=True)
    assert read_arrays(path, {"number": 1})[0].tolist() == [0, 1, 2, 3, 4]
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_build_leaves_nothing_bad(tmp_path: Path) -> None:
    calls = []

    def interrupt(name: str, fraction: float) -> None:
        calls.append(fraction)
        raise StoppedError

    with pytest.raises(StoppedError):
        load_or_build(DistanceBuild, LARGER, interrupt, tmp_path)
    assert len(calls) == 1
    assert not database(tmp_path, LARGER).exists()
    assert load_or_build(DistanceBuild, LARGER, folder=tmp_path).size == LARGER.entries


def test_progress_grows_from_nothing_to_everything(tmp_path: Path) -> None:
    seen: list[float] = []
    load_or_build(DistanceBuild, LARGER, lambda _, f: seen.append(f), tmp_path)
    assert seen == sorted(seen)
    assert 0 <= seen[0] < 0.5 < seen[-1] <= 1


def test_a_large_build_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    checkpoint = database(tmp_path, LARGER).with_suffix(".part")
    levels: list[int] = []

    class StoppingBuild(DistanceBuild):
        def step(self, pool: LevelPool) -> bool:
            levels.append(self.level)
            if levels == [*range(10)]:
                raise StoppedError
            return super().step(pool)

    with pytest.raises(StoppedError):
        load_or_build(StoppingBuild, LARGER, folder=tmp_path, save_every=0)
    assert checkpoint.exists()
    resumed = load_or_build(StoppingBuild, LARGER, folder=tmp_path)
    assert levels[9:12] == [9, 9, 10]
    assert not checkpoint.exists()
    assert np.array_equal(resumed, DistanceBuild.start(LARGER).run())


def test_a_damaged_checkpoint_is_not_used(tmp_path: Path) -> None:
    part = database(tmp_path, LARGER).with_suffix(".part")
    part.parent.mkdir(parents=True)
    part.write_bytes(b"slidelab pattern database\nnonsense")
    assert np.array_equal(
        load_or_build(DistanceBuild, LARGER, folder=tmp_path), DistanceBuild.start(LARGER).run()
    )


def start_builder(folder: Path, name: str) -> subprocess.Popen[bytes]:
    script = (
        "from slidelab.engines.compiled.patterns.lookup import open_lookup\n"
        "from slidelab.puzzle import Shape\n"
        "print('ready', flush=True)\n"
        f"open_lookup('{name}', Shape(4, 4))\n"
        "print('done', flush=True)\n"
    )
    environment = {**os.environ, "SLIDELAB_CACHE": str(folder), "PYTHONPATH": ":".join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE)


def test_two_processes_at_once_end_with_one_good_file(tmp_path: Path) -> None:
    builders = [start_builder(tmp_path, "5-5-5") for _ in range(2)]
    for builder in builders:
        output, _ = builder.communicate(timeout=300)
        assert builder.returncode == 0
        assert output.split() == [b"ready", b"done"]
    names = sorted(path.suffix for path in (tmp_path / "patterns").iterdir())
    assert names == [".lock"] * 3 + [".pdb"] * 3
    pattern = Pattern.of((1, 4, 5, 8, 9), 0, FIFTEEN)
    assert np.array_equal(
        read_table(DistanceBuild, pattern, database(tmp_path, pattern)),
        DistanceBuild.start(pattern).run(),
    )


def test_a_killed_build_leaves_no_bad_file(tmp_path: Path) -> None:
    builder = start_builder(tmp_path, "5-5-5")
    assert builder.stdout is not None
    assert builder.stdout.readline() == b"ready\n"
    while not list(tmp_path.glob("patterns/*.lock")):  # the first table is begun
        assert builder.poll() is None
        time.sleep(0.01)
    builder.send_signal(signal.SIGKILL)
    builder.wait()
    builder.stdout.close()
    lookup = open_lookup("5-5-5", FIFTEEN, folder=tmp_path)
    for cells, table in zip(lookup.patterns, lookup.tables, strict=True):
        path = database(tmp_path, Pattern.of(cells, 0, FIFTEEN))
        assert np.array_equal(read_table(DistanceBuild, Pattern.of(cells, 0, FIFTEEN), path), table)
    assert temporary_files(tmp_path) == []


def test_a_resident_copy_holds_the_same(tmp_path: Path) -> None:
    for table in open_lookup("4-4", EIGHT, folder=tmp_path).tables:
        assert np.array_equal(resident_copy(table), table)
