"""Gradient tables built and searched on a graphics processor, through numba-cuda.

Kernels are written once and compiled either for the device or, to be tested where there is none,
for the CPU; there a block has one thread.
"""

from pathlib import Path

from slidelab.engines.compiled.databases import GRADIENT
from slidelab.engines.engine import Engine
from slidelab.puzzle import Board, Shape
from slidelab.search import SearchRun, SearchSpec
from slidelab.search.spec import AUTO


class GpuEngine(Engine):
    """IDA* with gradient databases on a graphics processor."""

    name = "gpu"
    summary = "IDA* with gradient databases on a graphics processor"
    algorithm = "ida"
    heuristic = GRADIENT

    def objection(self, spec: SearchSpec, shape: Shape | None) -> str:
        if spec.algorithm not in (None, self.algorithm):
            return f"{spec.algorithm} has no version for a GPU; {self.algorithm} has"
        if spec.heuristic not in (None, AUTO, GRADIENT):
            return f"the engine gpu has its own heuristic, {GRADIENT}: leave it open"
        return ""

    def can_resume_from_file(self, spec: SearchSpec) -> bool:
        return True

    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
        kept_in: Path | None = None,
    ) -> SearchRun:
        from slidelab.engines.gradient.gpu.solver import DeviceIda
        from slidelab.engines.sliced import SlicedRun

        return SlicedRun(DeviceIda(start, goal, kept_in))


gpu = GpuEngine()
