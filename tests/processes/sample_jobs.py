"""Jobs and functions for workers to carry out."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slidelab.processes import Paused, is_interrupted


@dataclass(frozen=True)
class Do:
    """Call a function of this file."""

    function: str
    argument: Any = None

    def run(self, limits, report, cancelled):
        return globals()[self.function](self.argument)


@dataclass
class CountJob:
    """Count up to a number, pausing at the limit on nodes."""

    to: int
    at: int = 0

    def run(self, limits, report, cancelled):
        while self.at < self.to:
            if limits.nodes is not None and self.at >= limits.nodes:
                return Paused(self.at)
            self.at += 1
            report(self.at)
        return self.at


class Wait:
    """Do nothing until asked to stop."""

    def run(self, limits, report, cancelled):
        report(os.getpid())
        while not cancelled():
            time.sleep(0.005)
        return "stopped"


class OddError(Exception):
    """An exception that cannot be unpickled."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


class StubbornJob:
    def __reduce__(self):
        raise TypeError("this job stays at home")


def add(one, two=1):
    return one + two


def process_id(_=None):
    return os.getpid()


def die(status):
    os._exit(status)


def refuse(words):
    raise ValueError(words)


def refuse_oddly(_):
    raise OddError("this", "that")


def sleep(seconds):
    time.sleep(seconds)


def chatter(_):
    print("a word in between")
    os.write(1, b"another\n")
    return input.__name__


def read(_):
    try:
        return input()
    except EOFError:
        return "nothing to read"


def take_memory(nbytes):
    return len(bytearray(nbytes))


def ignore_interrupts(path):
    Path(path).touch()
    time.sleep(600)


def until_interrupted(path):
    Path(path).touch()
    while not is_interrupted():
        time.sleep(0.005)
    return "stopped"


def solve_with(choices):
    from slidelab import solve

    return solve(**{"start": "867254301", "engine": "textbook"} | choices).cost
