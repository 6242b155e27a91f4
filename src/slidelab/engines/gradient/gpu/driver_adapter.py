"""IDA* on a graphics processor for the driver."""

from __future__ import annotations

from pathlib import Path

from slidelab.engines.automaton.automaton import automaton_for
from slidelab.engines.gradient.database import Arrangement
from slidelab.engines.gradient.driver_adapter import SECONDS_A_SLICE, CheckpointedSearch
from slidelab.engines.gradient.gpu.device import find_device
from slidelab.engines.gradient.gpu.device_tables import DeviceTables
from slidelab.engines.gradient.gpu.records import RecordLayout
from slidelab.engines.gradient.gpu.solver import BoardSearch, DeviceSolver, memory_to_reserve
from slidelab.engines.gradient.proof import OptimalityProof
from slidelab.engines.gradient.word_layout import read_drawings, usual_partition
from slidelab.puzzle import Board, Shape
from slidelab.search.outlook import Outlook
from slidelab.system.progress import in_background

CACHE_SHARE = 8
"""The automaton suits this part of a device's cache; the rest is for the tables."""

_on_device: dict[tuple[Shape, int], DeviceTables] = {}


class DeviceIda(CheckpointedSearch):
    """IDA* on a graphics processor.

    Raises NoDeviceError where there is none, ValueError for shapes that it cannot do, and
    CheckpointError when the file that it is kept in is there and cannot be used.
    """

    def __init__(self, start: Board, goal: Board, kept_in: Path | None = None) -> None:
        tables = open_tables(start.shape, goal.blank)
        automaton = automaton_for(start.shape, tables.device.cache_bytes // CACHE_SHARE)
        home = {tile: cell for cell, tile in enumerate(goal.state)}
        board = tuple(home[tile] for tile in start.state)
        self.solver = in_background(
            "compiling for the graphics processor", lambda: DeviceSolver(tables, automaton, [board])
        )
        super().__init__(self.solver, kept_in)
        self._bound = self.search.bound
        self._rate_from = self.solver.spent, self.solver.present_nodes(self.search)

    @property
    def search(self) -> BoardSearch:
        """How far the board is."""
        return self.solver.searches[0]

    def _work(self) -> tuple[str | None, int, int]:
        self.solver.advance(SECONDS_A_SLICE)
        search = self.search
        if search.bound != self._bound or not search.running:  # a beam looks first
            self._bound, self._rate_from = search.bound, (self.solver.spent, 0)
        return search.moves, search.expanded + self.solver.present_nodes(search), search.bound

    @property
    def outlook(self) -> Outlook:
        nodes = self.solver.present_nodes(self.search)
        seconds, before = self._rate_from
        spent = self.solver.spent - seconds
        rate = (nodes - before) / spent if spent > 0 else 0.0
        return Outlook(self.search.bound, nodes, rate, self.search.expected())

    @property
    def proof(self) -> OptimalityProof | None:
        """What was proved, once a solution is found."""
        return None if self.search.moves is None else self.solver.proof(self.search)


def open_tables(shape: Shape, blank: int) -> DeviceTables:
    """The tables on the graphics processor for one shape and goal; the last ones are kept."""
    key = shape, blank
    if key not in _on_device:
        _on_device.clear()
        device = in_background("looking for a graphics processor", find_device)
        partitions = read_drawings(shape, blank) or [usual_partition(shape, blank)]
        arrangements = [Arrangement.of(each, shape, blank) for each in partitions]
        keep_free = memory_to_reserve(device, RecordLayout.of(arrangements[0]).width)
        _on_device[key] = DeviceTables(device, arrangements, keep_free)
    return _on_device[key]
