"""What searches in a browser begin with, in files beside the kernels: arrays and constants.

The modules of `web/static/js/kernels` read them, so that nothing is computed there a second time. A
file is compressed. It begins with the length of its header; the header, in JSON, has the constants,
and the type, shape and place of each array. Arrays are named as the kernels name their arguments.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.automaton.automaton import no_undo
from slidelab.engines.compiled import slots
from slidelab.engines.compiled.heuristics import bind_additive, facts_needed, make_estimator
from slidelab.engines.compiled.ida import kernel as ida
from slidelab.engines.compiled.ida.additive import BLANK_BIT, AdditiveKernel
from slidelab.engines.compiled.ida.evaluated import EvaluatedKernel
from slidelab.engines.compiled.kernel_conventions import TEXTBOOK
from slidelab.engines.compiled.patterns.build import DistanceBuild
from slidelab.engines.compiled.patterns.lookup import ENTRY_SHIFT, Lookup, views_of
from slidelab.engines.compiled.patterns.partitions import affordable, move_home, partition
from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.sizes import EXACT, SMALL
from slidelab.engines.web_anytime import beam, exact, features, layers, local, search, windows
from slidelab.engines.web_anytime.evaluation import (
    PAIR_SHAPES,
    any_evaluation,
    best_evaluation,
    read_shipped,
)
from slidelab.engines.web_anytime.pairs import pair_images
from slidelab.puzzle import MULTI, Board, Shape, goal_board
from slidelab.system.files import replacing

_LONGEST_SIDE = 10
_SPAN = 3
_TURNED = str.maketrans("UDLR", "LRUD")
_MOST_MOVES = 144
"""No board of up to 16 cells needs more: 140 at most, on 2x8, if the goal has its blank in a corner
(OEIS A151944), and every cell is within four moves of one."""
_ALIGNED = 8


@dataclass
class Tables:
    """The content of a file."""

    facts: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)

    def add(self, prefix: str, values: Any) -> None:
        """Add the arrays of a named tuple, each named by its field."""
        for name, value in values._asdict().items():
            if isinstance(value, np.ndarray):
                self.arrays[f"{prefix}.{name}"] = value
            elif isinstance(value, tuple):
                self.add(f"{prefix}.{name}", value)

    def write(self, path: Path) -> None:
        """Write the file; equal tables make equal files."""
        placed, content = {}, b""
        for name, array in self.arrays.items():
            placed[name] = {"type": array.dtype.name, "shape": array.shape, "at": len(content)}
            content += array.tobytes() + bytes(-array.nbytes % _ALIGNED)
        header = json.dumps({"facts": self.facts, "arrays": placed}).encode()
        header += b" " * (-(len(header) + 4) % _ALIGNED)
        content = len(header).to_bytes(4, "little") + header + content
        with replacing(path) as beside:
            beside.write_bytes(gzip.compress(content, mtime=0))


def write_tables(folder: Path) -> None:
    """Write the tables of all searches that browsers do."""
    for name, tables in _make_tables():
        tables.write(folder / f"{name}.tables")


def _make_tables() -> Iterator[tuple[str, Tables]]:
    yield "beams", tabulate_beams()
    for rows, cols in product(range(2, _LONGEST_SIDE + 1), repeat=2):
        if rows * cols > SMALL:
            yield f"beams-{rows}x{cols}", tabulate_beams_on(rows, cols)
        if SMALL < rows * cols <= EXACT:
            yield f"exact-{rows}x{cols}", tabulate_exact(rows, cols)
    for name in PAIR_SHAPES:
        yield f"pairs-{name}", tabulate_pairs(*map(int, name.split("x")))


def tabulate_exact(rows: int, cols: int) -> Tables:
    """IDA* on boards of up to 16 cells, with databases of five tiles each, and how to build these.

    The kernel is compiled for 16 cells of which a move passes up to three. So tables for fewer are
    filled up, and wide boards are turned: their rows become columns.

    Arrays that depend on the blank of the goal have its cell before their names. They are those of
    the goal whose tiles are in order; another goal is the same puzzle with other numbers on the
    tiles.
    """
    asked, is_turned = Shape(rows, cols), cols > rows
    shape = Shape(cols, rows) if is_turned else asked
    cells = np.arange(asked.cells).reshape(rows, cols)
    original = (cells.T if is_turned else cells).reshape(-1).tolist()
    order = TEXTBOOK.order.translate(_TURNED) if is_turned else TEXTBOOK.order
    name = affordable(shape, MULTI)
    tables, goals = Tables(), []
    for blank in range(shape.cells):
        drawn = partition(name, asked, original[blank])
        seen = tuple(tuple(sorted(map(original.index, pattern))) for pattern in drawn)
        to_home, patterns = move_home(seen, shape, blank)
        home = to_home[blank]
        builds = [DistanceBuild.start(Pattern.of(tiles, home, shape)) for tiles in patterns]
        # Two views are looked at by one kernel, where one view is the other one turned.
        views = views_of(shape, home)[: 2 if rows == cols else 1]
        lookup = Lookup(shape, home, patterns, tuple(build.table for build in builds), views)
        goals.append({"views": len(views), "patterns": [_describe_build(each) for each in builds]})
        numbers = list(range(1, shape.cells))
        goal = Board([*numbers[:blank], 0, *numbers[blank:]], shape)
        conventions = replace(TEXTBOOK, order=order)
        kernel = AdditiveKernel(goal, goal, conventions, bind_additive(lookup, goal), cycles=0)
        tables.add(f"{blank}/patterns", kernel.measure.patterns)
        del tables.arrays[f"{blank}/patterns.address"]  # where they lie in this process
        tables.add(f"{blank}/moves", kernel.moves)
        tables.arrays |= {f"{blank}/{key}": array for key, array in _fill_up(kernel).items()}
    for build in builds:
        for key, array in zip(("weight", "passing", "adjacent"), build.changes, strict=True):
            tables.arrays[f"build/{len(build.pattern.cells)}/{key}"] = array
    tables.facts = {
        "heuristic": name,
        "isTurned": is_turned,
        "goals": goals,
        "order": TEXTBOOK.order,
        "mostMoves": _MOST_MOVES,
        "blankBit": BLANK_BIT,
        "entryShift": ENTRY_SHIFT,
        **_describe_ida(),
        "build": {"cols": int(build.cols), "not_left": int(build.not_left), "masks": "uint16"},
    }
    return tables


def _fill_up(kernel: AdditiveKernel) -> dict[str, NDArray[Any]]:
    """The tables of a kernel as the one for 16 cells reads them."""
    cells = kernel.goal.shape.cells
    where, base, between, passing, passes = kernel.tables
    steps = between.reshape(cells, 4, -1)
    # Like all steps that pass fewer cells, these are filled up with the blank's.
    passed = np.tile(np.arange(EXACT, dtype=np.uint8)[:, None, None], (1, 4, _SPAN))
    passed[:cells, :, : steps.shape[2]] = steps
    filled = {"between": passed, "passes": passes}
    for name, table, axes in (("where", where, 1), ("base", base, 1), ("passing", passing, 2)):
        missing = [(0, 0)] + [(0, EXACT - cells)] * axes
        filled[name] = np.pad(table.reshape(-1, *[cells] * axes), missing)
    return {name: table.reshape(-1) for name, table in filled.items()}


def _describe_build(build: DistanceBuild) -> dict[str, Any]:
    """The name of a database, its size, and its goal placement with the blank's cell."""
    (seed,) = np.flatnonzero(build.frontier).tolist()
    return {
        "name": build.pattern.name,
        "tiles": len(build.pattern.cells),
        "entries": build.pattern.entries,
        "seed": [seed, int(build.frontier[seed])],
    }


def _read_constants(*modules: ModuleType) -> dict[str, Any]:
    """The numbers that modules name in capitals."""
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if name.isupper() and type(value) in (int, float, tuple)
    }


def _describe_ida() -> dict[str, Any]:
    numbers = _read_constants(slots)
    return {"slots": numbers, "outcomes": numbers, "noBound": str(ida.NO_BOUND)}


def tabulate_beams() -> Tables:
    """What beams on boards of all shapes have in common."""
    evaluation = any_evaluation(_LONGEST_SIDE, _LONGEST_SIDE, 0)
    arrays: dict[str, NDArray[Any]] = {
        "by_offset": evaluation.by_offset,
        "neighbourhood": evaluation.neighbourhood,
        "squares.values": evaluation.squares.values,
        # Smaller boards begin with the same random numbers.
        "keys": layers.hash_keys(_LONGEST_SIDE**2, 0),
    }
    facts = {
        "kinds": _read_constants(features),
        "blank": local.BLANK,
        "blankClass": features.BLANK_CLASS,
        "patch": layers.PATCH_BYTES,
        "apart": layers.APART,
        "slots": _read_constants(layers),
        "generated": layers.GENERATED,
        "statuses": _read_constants(layers),
        **_read_constants(layers, beam, search, windows),
        "pairShapes": PAIR_SHAPES,
        "proving": {
            "NODES_A_SLICE": exact.NODES_A_SLICE,
            "frameWords": EvaluatedKernel.frame_words,
            **_describe_ida(),
        },
    }
    return Tables(facts, arrays)


def tabulate_beams_on(rows: int, cols: int) -> Tables:
    """What beams on boards of a shape need, wherever the blank belongs.

    Each evaluation has a row of its own for the blank: those of two homes make up for it.
    """
    one, other = (any_evaluation(rows, cols, home) for home in (0, 1))
    tables = Tables({"nodeBytes": layers.node_bytes(rows * cols)})
    tables.arrays = {"sides": one.sides, "patches": one.patches}
    for name in ("distance", "alone", "kinds"):
        tables.arrays[name] = _without_blank(getattr(one, name), getattr(other, name))
    tables.arrays |= {
        "squares.classes": _without_blank(one.squares.classes, other.squares.classes),
        "squares.near": one.squares.near,
        "squares.touched": one.squares.touched,
    }
    if EXACT < rows * cols <= exact.MOST_CELLS:
        _add_proving(tables, goal_board("blank-first", Shape(rows, cols)))
    return tables


def _add_proving(tables: Tables, goal: Board) -> None:
    """Add what IDA* with linear conflicts takes that raises the lower bound."""
    measure = make_estimator("linear-conflict", goal)
    tables.add("proving/measure", measure)
    for name in ("costs", "lines.home"):  # which depend on the blank of the goal
        del tables.arrays[f"proving/measure.{name}"]
    tables.add("proving/moves", ida.moves_of(goal.shape, TEXTBOOK, no_undo(TEXTBOOK.metric)))
    tables.facts["proving"] = {
        "measure": measure.kind,
        "scalars": {
            "measure.lines.rows": goal.shape.rows,
            "measure.lines.cols": goal.shape.cols,
            "measure.most_tiles": measure.most_tiles,
            "early": int(TEXTBOOK.tests_when_generated(blind=False)),
        },
        "factsNeeded": facts_needed(measure),
    }


def tabulate_pairs(rows: int, cols: int) -> Tables:
    """The weights of pairs on boards of a shape; kernels make the tables of them."""
    weights = features.quantize(read_shipped(f"pairs-{rows}x{cols}")).astype(np.int16)
    values = best_evaluation(rows, cols, 0).squares.values
    arrays = {"weights": weights, "turned": pair_images(rows, cols), "squares.values": values}
    return Tables(arrays=arrays)


def _without_blank(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """The rows of all tiles, from an array where tile 0 is the blank and one where tile 1 is."""
    return np.concatenate([other[:1], one[1:]])
