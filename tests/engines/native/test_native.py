"""Machine code in files: what goes in and comes out, what becomes of bad files, and whose it is."""

import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread
from time import sleep
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest

from slidelab.engines.native import code_files
from slidelab.engines.native.compiler import NATIVE, Target, emit
from slidelab.engines.native.function import NotPortableError, flatten, text_of, types_of
from slidelab.engines.native.identity import identity_of
from slidelab.engines.native.numba_functions import just_in_time
from slidelab.engines.native.web_assembly import WEB_ASSEMBLY
from tests.engines.native import kernels


def mixed_arguments(grid: Any, frozen: bool) -> tuple[Any, ...]:
    lengths = np.zeros(3)
    numbers = np.arange(4)
    inner = kernels.Inner(np.float64(1.5), numbers)
    if frozen:
        grid = grid.copy(order="A")
        grid.flags.writeable = False
    return kernels.Outer(inner, True, (3, lengths)), np.uint64(1 << 63), np.int16(5), grid


GRIDS = {
    "in rows": np.arange(12).reshape(4, 3),
    "in columns": np.asfortranarray(np.arange(12).reshape(4, 3)),
    "with gaps": np.arange(48).reshape(8, 6)[::2, ::2],
    "backwards": np.arange(12).reshape(4, 3)[::-1],
    "empty": np.zeros((4, 0), dtype=np.int64),
}


@pytest.mark.nightly
@pytest.mark.parametrize("frozen", [False, True], ids=["writable", "frozen"])
@pytest.mark.parametrize("order", GRIDS)
def test_arguments_arrive_as_python_has_them(order: str, frozen: bool) -> None:
    python = kernels.mixed.function  # type: ignore[attr-defined]
    expected, found = (mixed_arguments(GRIDS[order], frozen) for _ in range(2))
    with np.errstate(over="ignore"):
        assert kernels.mixed(*found) == python(*expected)
    assert found[0].inner.numbers.tolist() == expected[0].inner.numbers.tolist()
    assert found[0].pair[1].tolist() == expected[0].pair[1].tolist()


def test_results_come_back_as_from_numba() -> None:
    calls: list[tuple[Any, tuple[Any, ...]]] = [
        (kernels.nothing, (np.zeros(3, np.int64),)),
        (kernels.perhaps, (-1,)),
        (kernels.perhaps, (5,)),
        (kernels.halved, (-7, 2)),
        (kernels.root, (2.0,)),
        (kernels.is_large, (1 << 41,)),
        (kernels.is_large, (np.uint64(1 << 63),)),
    ]
    for kernel, arguments in calls:
        found, expected = kernel(*arguments), just_in_time(kernel)(*arguments)
        assert (type(found), found) == (type(expected), expected)


def test_exceptions_come_back() -> None:
    with pytest.raises(ZeroDivisionError):
        kernels.halved(1, 0)


def test_other_threads_run_meanwhile() -> None:
    kernels.spin(np.ones(2, np.int64))
    state = np.zeros(2, np.int64)
    answers: list[int] = []
    thread = Thread(target=lambda: answers.append(kernels.spin(state)))
    thread.start()
    while state[1] == 0:
        sleep(0.001)
    state[0] = 42
    thread.join()
    assert answers == [42]


def test_what_a_closure_encloses_is_part_of_its_code() -> None:
    assert [kernels.multiplier(factor)(7) for factor in (2, 3, 2)] == [14, 21, 14]


def changed(old: str, new: str) -> tuple[str, str]:
    """The identities of the last function of a source, before and after a change."""
    source = """
import numpy as np
from slidelab.engines.compiled import slots
from slidelab.engines.compiling import compiled
TABLE, LIMIT = np.arange(5), 3
@compiled
def callee(number):
    return number + LIMIT
@compiled
def caller(number):
    return callee(number) * TABLE[1] + slots.FOUND
"""

    def identity(text: str) -> str:
        scope: dict[str, Any] = {"__name__": "some.module"}
        exec(text, scope)
        function = scope["caller"].function
        assert isinstance(function, FunctionType)
        return identity_of(function)

    assert old in source
    return identity(source), identity(source.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = np.arange(5), 3", "LIMIT = np.arange(5), 4"),
        ("np.arange(5)", "np.arange(6)"),
        ("number + LIMIT", "number - LIMIT"),
        ("number + LIMIT", "number + 1 + LIMIT"),
        ("* TABLE[1]", "* TABLE[2]"),
        ("slots.FOUND", "slots.FULL"),
    ],
)
def test_code_has_another_name_after_any_change(old: str, new: str) -> None:
    before, after = changed(old, new)
    assert before != after


def test_where_code_stands_in_its_file_does_not_matter() -> None:
    before, after = changed("@compiled\ndef caller", "\n# A comment.\n\n@compiled\ndef caller")
    assert before == after


def test_fields_that_change_places_need_other_code() -> None:
    made = [NamedTuple("Pair", [(name, int) for name in names]) for names in ("ab", "ba")]
    assert made[0].__qualname__ == made[1].__qualname__
    assert text_of([made[0](1, 2)]) != text_of([made[1](1, 2)])


SCRIPT = """
import sys
from slidelab.engines.compiling import compiled

@compiled
def add(one, other):
    return one + other

print(add(1, 2), add.compiled)
"""


def start(
    folder: Path, script: str = SCRIPT, path: str = os.environ["PATH"]
) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(script)
    folders = {"NUMBA_CACHE_DIR": str(folder / "code"), "SLIDELAB_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, str(folder / "script.py")],
        capture_output=True,
        text=True,
        env=folders | {"PYTHONPATH": ":".join(sys.path), "PATH": path},
    )
    assert done.returncode == 0, done.stderr
    return done


def run(folder: Path, path: str = os.environ["PATH"]) -> list[str]:
    return start(folder, path=path).stdout.split()


@pytest.mark.nightly
def test_bad_files_are_replaced(tmp_path: Path) -> None:
    assert run(tmp_path) == ["3", "1"]
    [file] = (tmp_path / "code").glob("*.so")
    good = file.read_bytes()
    [key] = re.findall(rb'"key": "(\w+)"', good)
    for bad in (b"", good[:-1], good[:2000], good.replace(b"\x7fELF", b"\x7fELV")):
        file.write_bytes(bad)
        assert code_files.load(file, key.decode()) is None
    assert run(tmp_path) == ["3", "1"]
    assert file.read_bytes() == good


@pytest.mark.nightly
def test_without_a_linker_numba_runs_the_code(tmp_path: Path) -> None:
    assert run(tmp_path, path="/nowhere") == ["3", "0"]
    assert not list((tmp_path / "code").glob("*.so"))
    assert list((tmp_path / "code").rglob("*.nbi"))


@pytest.mark.parametrize("linker", ["ld", "ld.lld"])
def test_any_of_the_linkers_will_do(
    linker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (found := shutil.which(linker)) is None:
        pytest.skip(f"there is no {linker}")
    emitted = emit(kernels.halved, (7, 2), NATIVE)  # type: ignore[arg-type]
    (tmp_path / linker).symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path))
    code_files.save(tmp_path / "kernel.so", "key", emitted.code, "qq", emitted.returns)
    halved = code_files.load(tmp_path / "kernel.so", "key")
    assert halved is not None
    assert halved([7, 2]) == 3


@pytest.mark.parametrize("target", [NATIVE, WEB_ASSEMBLY], ids=["native", "wasm"])
@pytest.mark.parametrize(
    ("kernel", "argument", "missing"),
    [(kernels.sine, 1.0, "sin"), (kernels.absolute, np.int32(-3), "address")],
    ids=["an unlisted function", "an address of this process"],
)
def test_code_that_needs_more_than_its_file_is_refused(
    kernel: Any, argument: Any, missing: str, target: Target
) -> None:
    with pytest.raises(NotPortableError, match=missing):
        emit(kernel, (argument,), target)


def test_numba_runs_what_is_refused() -> None:
    assert kernels.sine(1.0) == math.sin(1.0)


def test_files_that_were_used_last_are_kept(tmp_path: Path) -> None:
    names = [f"kernel-{number:016x}.so" for number in range(6)]
    for day, name in enumerate(names):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (86400 * day, 86400 * day))
    (tmp_path / "library.so").touch()
    code_files.remove_unused(tmp_path, most=2)
    assert {path.name for path in tmp_path.iterdir()} == {*names[4:], "library.so"}


NUMBA_OF_ANOTHER_VERSION = """
from numba.core import codegen, options
del codegen.AOTCPUCodegen, options.DefaultOptions
"""


@pytest.mark.nightly
def test_numba_without_its_undocumented_parts_runs_the_code(tmp_path: Path) -> None:
    done = start(tmp_path, NUMBA_OF_ANOTHER_VERSION + SCRIPT)
    assert done.stdout.split() == ["3", "0"]
    [line] = done.stderr.splitlines()
    assert "Numba" in line
    assert "AOTCPUCodegen" in line


def test_a_file_that_the_system_does_not_load_is_told_from_a_bad_one(tmp_path: Path) -> None:
    """As in a folder from which nothing may be executed."""
    path = tmp_path / "kernel.so"
    facts = b'{"key": "abc", "words": "", "returns": null}'
    content = b"not a shared object" + facts
    checksum = code_files.crc32(content)
    path.write_bytes(content + code_files._TRAILER.pack(len(facts), checksum, code_files._MAGIC))
    assert code_files.load(path, "another key") is None
    with pytest.raises(code_files.CannotLinkError):
        code_files.load(path, "abc")


def test_arrays_of_other_types_have_other_keys():
    plain = np.zeros((3, 4))
    fixed = plain.copy()
    fixed.flags.writeable = False
    others = [
        plain[0],
        plain[:, ::2],
        plain.T,
        plain.astype(np.float32),
        fixed,
        plain.astype(">f8"),
    ]
    for other in others:
        keys: list[list[Any]] = [[], []]
        for value, key in zip((plain, other), keys, strict=True):
            words: list[Any] = []
            flatten((1, (value,)), key, words)
            assert words == [1, id(value)]
        assert keys[0] != keys[1]
        assert [*types_of([plain])] != [*types_of([other])]
    whole = plain[:]  # a view has the same type, though it owns nothing
    assert [*types_of([plain])] == [*types_of([whole])]


USES_A_NUMBER = """
import numpy as np
from number import NUMBER
from slidelab.engines.compiling import compiled
from slidelab.engines.native.function import CompiledFunction

CompiledFunction._files_work = False

@compiled
def twice(cells):
    return NUMBER * 2

print(twice(np.zeros(1)))
"""


@pytest.mark.nightly
def test_code_of_numbas_own_is_not_used_where_another_file_changed(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(USES_A_NUMBER)
    printed = []
    for number in (1, 1, 2):
        (tmp_path / "number.py").write_text(f"NUMBER = {number}")
        command = [sys.executable, "-B", "kernel.py"]
        around = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "code")}
        done = subprocess.run(command, cwd=tmp_path, env=around, capture_output=True, text=True)
        printed.append(done.stdout + done.stderr)
    assert printed == ["2\n", "2\n", "4\n"]
    assert len([*(tmp_path / "code").rglob("*.nbi")]) == 2
