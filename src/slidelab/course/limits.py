"""How much a program may use."""

from typing import Annotated

from pydantic import Field

from slidelab.system import toml

Amount = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Number = Annotated[int, Field(gt=0)]


class ProgramLimits(toml.Table):
    """How much a program may use, together with all that it starts."""

    seconds: Amount = 10.0
    """Processor time."""
    wall_seconds: Amount | None = None
    """Elapsed time; by default ten times the processor time and half a minute."""
    idle_seconds: Amount = 10.0
    """Time in which all of it sleeps; waiting for a busy processor is not sleeping."""
    memory_bytes: Number = 1 << 30
    disk_bytes: Number = 64 << 20
    files: Number = 10_000
    output_bytes: Number = 16 << 20
    processes: Number = 128
    """Threads count."""

    @property
    def most_wall_seconds(self) -> float:
        """Return the elapsed time that ends a run."""
        return 10 * self.seconds + 30 if self.wall_seconds is None else self.wall_seconds
