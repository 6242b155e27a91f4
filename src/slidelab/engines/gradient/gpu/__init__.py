"""Gradient tables built and searched on a graphics processor, through numba-cuda.

Kernels are written once and compiled either for the device or, to be tested where there is none,
for the CPU; there a block has one thread.
"""

from slidelab.engines.compiled.databases import GRADIENT
from slidelab.engines.engine import Assignment, Choices, Engine
from slidelab.puzzle import Shape
from slidelab.search.driver import SlicedSearch


class GpuEngine(Engine):
    """IDA* with gradient databases on a graphics processor."""

    name = "gpu"
    summary = "IDA* with gradient databases on a graphics processor"
    algorithm = "ida"
    heuristic = GRADIENT

    def objection(self, spec: Choices, shape: Shape | None) -> str:
        if spec.algorithm not in (None, self.algorithm):
            return f"{spec.algorithm} has no version for a GPU; {self.algorithm} has"
        if spec.heuristic != GRADIENT:
            return f"the engine gpu has its own heuristic, {GRADIENT}: leave it open"
        return ""

    def can_resume_from_file(self, spec: Choices) -> bool:
        return True

    def begin(self, wanted: Assignment) -> SlicedSearch:
        from slidelab.engines.gradient.gpu.solver import DeviceIda

        return DeviceIda(wanted.start, wanted.goal, wanted.kept_in)


gpu = GpuEngine()
