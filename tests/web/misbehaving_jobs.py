"""Jobs that do not do what they are asked to, in a module that a worker imports quickly."""

import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from slidelab.processes import Paused
from slidelab.search import Counters


class PauseWhenStopped:
    """Reaches a limit at the very moment at which it is told to stop."""

    def run(self, limits, report, cancelled):
        report({"counters": asdict(Counters())})
        while not cancelled():
            time.sleep(0.005)
        return Paused({**asdict(Counters()), "status": "time-limit"})


@dataclass(frozen=True)
class Sleep:
    """Hears nothing."""

    seconds: float
    pid_file: str = os.devnull

    def run(self, limits, report, cancelled):
        Path(self.pid_file).write_text(str(os.getpid()))
        report({})
        time.sleep(self.seconds)
        return "slept"


@dataclass(frozen=True)
class Fail:
    error: Exception

    def run(self, limits, report, cancelled):
        raise self.error


class PauseAtOnce:
    def run(self, limits, report, cancelled):
        return Paused({**asdict(Counters()), "status": "time-limit"})
