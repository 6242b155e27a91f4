"""IDA* on a graphics processor for the driver."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from slidelab.engines.compiled import slots
from slidelab.engines.gradient.database import Arrangement
from slidelab.engines.gradient.driver_adapter import SECONDS_A_SLICE, KeptSearch, automaton_for
from slidelab.engines.gradient.gpu import checkpoint
from slidelab.engines.gradient.gpu.device import find_device
from slidelab.engines.gradient.gpu.records import Layout
from slidelab.engines.gradient.gpu.solver import BoardSearch, DeviceSolver, reserve
from slidelab.engines.gradient.gpu.tables import DeviceTables
from slidelab.engines.gradient.partitions import drawn_partitions, usual_partition
from slidelab.engines.gradient.proof import Proof, make_proof
from slidelab.puzzle import Board, Move, Shape, parse_moves
from slidelab.search.conventions import Conventions
from slidelab.search.outlook import Outlook
from slidelab.system.progress import in_background, report_progress

CACHE_SHARE = 8
"""The automaton suits this part of a device's cache; the rest is for the tables."""

_on_device: dict[tuple[Shape, int], DeviceTables] = {}


class DeviceIda(KeptSearch):
    """IDA* on a graphics processor.

    Raises NoDeviceError where there is none, ValueError for shapes that it cannot do, and
    CheckpointError when the file that it is kept in is there and cannot be used.
    """

    def __init__(
        self, start: Board, goal: Board, conventions: Conventions, kept_in: Path | None = None
    ) -> None:
        super().__init__(conventions, kept_in)
        tables = device_tables(start.shape, goal.blank)
        automaton = automaton_for(start.shape, tables.device.cache_bytes // CACHE_SHARE)
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        board = tuple(home[tile] for tile in start.state)
        self.solver = in_background(
            "compiling for the graphics processor",
            lambda: DeviceSolver(tables, automaton, [board]),
        )
        if kept_in is not None and kept_in.exists():
            checkpoint.restore(self.solver, kept_in)
        self._bound = self.search.bound
        self._rate_from = self.solver.spent, self.solver.present_nodes(self.search)

    @property
    def search(self) -> BoardSearch:
        """How far the board is."""
        return self.solver.searches[0]

    def advance(self, budget: int) -> int:
        """Search for a moment."""
        self.solver.advance(SECONDS_A_SLICE)
        if self.search.bound != self._bound or not self.search.running:  # a beam looks first
            self._bound, self._rate_from = self.search.bound, (self.solver.spent, 0)
        self.tell(self.search.expanded + self.solver.present_nodes(self.search), self.search.bound)
        self.keep_now_and_then()
        return slots.PAUSED if self.search.moves is None else slots.FOUND

    @property
    def outlook(self) -> Outlook:
        """How far it is."""
        nodes = self.solver.present_nodes(self.search)
        seconds, before = self._rate_from
        spent = self.solver.spent - seconds
        rate = (nodes - before) / spent if spent > 0 else 0.0
        return Outlook(self.search.bound, nodes, rate, self.search.expected())

    @property
    def proof(self) -> Proof | None:
        """What was proved, once a solution is found."""
        return None if self.search.moves is None else proof_of(self.solver, self.search)

    def _write(self, path: Path) -> None:
        checkpoint.save(self.solver, path)

    def _path(self) -> list[Move]:
        return list(parse_moves(self.search.moves or ""))

    def load(self) -> None:
        """Kernels are compiled when the search begins."""


def proof_of(solver: DeviceSolver, search: BoardSearch) -> Proof:
    """The proof of a board that is solved; raises ValueError when its path does not solve it."""
    tables, sets = solver.tables, sorted(set(search.proved_by))
    bounds = zip(search.searched, search.proved_by, strict=True)
    used = dict.fromkeys(table for each in sets for table in tables.arrangements[each].tables)
    return make_proof(
        search.board,
        tables.arrangements[0],
        search.moves,
        bounds=tuple((bound, nodes, sets.index(each)) for (bound, nodes), each in bounds),
        partitions=tuple(tables.arrangements[each].partition for each in sets),
        tables=tuple((table.name, tables.checksum(table)) for table in used),
        automaton_moves=solver.automaton.longest,
        automaton_states=solver.automaton.states,
        beam_expanded=search.beam_nodes,
    )


def device_tables(
    shape: Shape, blank: int, progress: Callable[[str, float], None] = report_progress
) -> DeviceTables:
    """The tables on the graphics processor for one shape and goal; the last ones are kept."""
    key = shape, blank
    if key not in _on_device:
        _on_device.clear()
        device = in_background("looking for a graphics processor", find_device)
        size = shape.rows, shape.cols
        partitions = drawn_partitions(*size, blank) or [usual_partition(*size, blank)]
        arrangements = [Arrangement.of(each, *size, blank) for each in partitions]
        keep_free = reserve(device, Layout.of(arrangements[0]).width)
        _on_device[key] = DeviceTables(device, arrangements, keep_free, progress)
    return _on_device[key]
