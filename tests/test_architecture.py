"""Imports point one way, a name means one thing, and the docs say where things are."""

import ast
import inspect
import re
from collections import Counter
from pathlib import Path

import pytest

from slidelab.engines.engine import ENGINES, Engine

SOURCE = Path(__file__).parent.parent / "src" / "slidelab"
LAYERS = [
    "system",
    "registry",
    "puzzle",
    "heuristics",
    "search",
    "engines",
    "solving",
    "processes",
    "lab",
    "course",
    "web",
    "notebook",
    "cli",
]
FILES = sorted(SOURCE.rglob("*.py"))
SAME_MEANING = {
    **dict.fromkeys(
        ("best_first", "depth_bounded", "uninformed", "beam", "anytime"),
        "a search: in the textbook engine, compiled, on a device, for any size, as one call",
    ),
    "manhattan": "a heuristic, and the IDA* made for it",
    **dict.fromkeys(("driver_adapter", "engine", "kernel", "search"), "that part of each engine"),
    "states": "the puzzle's, and the same as kernels read it",
    "app": "the application of a layer: the page's and the command's",
    "build": "building a table: a gradient table, a pattern database",
    "conventions": "the conventions, and the study of them",
    "errors": "a layer's errors, and what it says of them",
    "report": "findings written down: of a proof, of a judgement",
}
"""Names that several modules share. Commands are not counted: they are called what people type."""


def layer(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            modules = [node.module or ""]
            if node.module == "slidelab":
                modules = [f"slidelab.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        for module in modules:
            parts = module.split(".")
            if parts[0] == "slidelab" and len(parts) > 1 and parts[1] in LAYERS:
                found.add(parts[1])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_one_way(path):
    if layer(path) in ("__init__", "__main__"):
        return
    assert layer(path) in LAYERS
    allowed = LAYERS[: LAYERS.index(layer(path)) + 1]
    assert imported_layers(path) <= set(allowed)


def test_no_two_public_classes_share_a_name():
    names = Counter(
        node.name
        for path in FILES
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_a_module_s_name_has_one_meaning():
    names = Counter(
        path.stem
        for path in FILES
        if not path.stem.startswith("__") and path.parent != SOURCE / "cli" / "commands"
    )
    assert {name for name, times in names.items() if times > 1} == {*SAME_MEANING}


@pytest.mark.parametrize("engine", ENGINES.built_in(), ids=lambda engine: engine.name)
def test_an_engine_offers_what_the_protocol_asks_and_no_more(engine):
    assert isinstance(engine, Engine)
    assert public_names(dir(engine)) == public_names([*dir(Engine), *Engine.__annotations__])
    for name, method in inspect.getmembers(Engine, inspect.isfunction):
        own = inspect.signature(getattr(type(engine), name))
        assert own.parameters == inspect.signature(method).parameters


def public_names(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_files_that_the_docs_name_are_there():
    root = SOURCE.parent.parent
    folders = ("src", "tests", "benchmarks", "scripts")
    known = [str(path) for folder in folders for path in (root / folder).rglob("*.py")]
    for name in re.findall(r"`([\w/]+\.py)`", (root / "docs" / "design.md").read_text()):
        assert any(path.endswith(f"/{name}") for path in known), name


def test_the_docs_answer_where_things_are():
    text = (SOURCE.parent.parent / "docs" / "design.md").read_text()
    table = text.partition("## Where is …?")[2].partition("\n## ")[0]
    answers = [row.rsplit("|", 2)[1] for row in table.splitlines() if "`" in row]
    assert len(answers) >= 25
    for answer in answers:
        paths = re.findall("`(.+?)`", answer)
        assert paths
        for path in paths:
            assert (SOURCE / path).exists(), path
