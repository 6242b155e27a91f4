"""The programs in benchmarks/ are run by hand, so what they import may be gone unnoticed."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parents[1] / "benchmarks").glob("*.py"))


def imported(program):
    for statement in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.ImportFrom) and statement.module.startswith("slidelab"):
            for name in statement.names:
                yield statement.module, name.name


@pytest.mark.nightly
@pytest.mark.parametrize("program", BENCHMARKS, ids=lambda program: program.stem)
def test_what_a_benchmark_imports_is_there(program):
    missing = []
    for module, name in imported(program):
        if not hasattr(import_module(module), name):
            try:
                import_module(f"{module}.{name}")
            except ImportError:
                missing.append(f"{module}.{name}")
    assert missing == []
