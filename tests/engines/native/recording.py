"""Calls of kernels as they were made: the arguments before and after, and the result."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from slidelab.engines.native.function import CompiledFunction
from slidelab.engines.native.web_assembly import describe


def copied(value: Any, copies: dict[int, Any]) -> Any:
    """A copy of arguments, in which an array that comes twice is one array again."""
    if isinstance(value, np.ndarray):
        return copies.setdefault(id(value), value.copy())
    if isinstance(value, tuple):
        members = [copied(member, copies) for member in value]
        return type(value)(*members) if hasattr(value, "_fields") else tuple(members)
    return value


def flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for member in value:
            yield from flat(member)
    else:
        yield value


@dataclass
class Recorded:
    function: CompiledFunction
    export: str
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    result: Any

    def differences(self, run: Any) -> list[str]:
        """What comes out otherwise when `run` makes the same call."""
        arguments = copied(self.before, {})
        found = run(*arguments)
        differing = [
            f"argument {number}"
            for number, (one, other) in enumerate(
                zip(flat(arguments), flat(self.after), strict=True)
            )
            if isinstance(one, np.ndarray) and one.tobytes() != other.tobytes()
        ]
        same = (type(found), found) == (type(self.result), self.result)
        return differing if same else [*differing, f"{found} instead of {self.result}"]


@dataclass
class Recorder:
    """Observes kernels, one call at a time; keeps the first calls of each."""

    most: int
    calls: dict[str, list[Recorded]] = field(default_factory=dict)
    _alone: Lock = field(default_factory=Lock)

    def __call__(self, function: CompiledFunction, arguments: tuple[Any, ...]) -> Any:
        with self._alone:  # threads write to the same arrays
            export = describe(function, arguments)["export"]
            kept = self.calls.setdefault(export, [])
            if len(kept) == self.most:
                return function.run(arguments)
            before = copied(arguments, {})
            result = function.run(arguments)
            after = copied(arguments, {})
            kept.append(Recorded(function, export, before, after, result))
            return result


def write_calls(folder: Path, calls: list[Recorded], tables: Sequence[Any]) -> None:
    """For `replay.mjs`: the calls, and tables that kernels find by addresses among their data."""
    blob = bytearray()

    def kept(array: Any) -> dict[str, Any]:
        blob.extend(bytes(-len(blob) % 8))
        at = len(blob)
        blob.extend(array.tobytes())
        return {"type": array.dtype.name, "shape": list(array.shape), "at": at}

    def described(call: Recorded) -> dict[str, Any]:
        arrays: dict[int, dict[str, Any]] = {}
        values: list[Any] = []
        for before, after in zip(flat(call.before), flat(call.after), strict=True):
            if not isinstance(before, np.ndarray):
                values.append(str(before.item() if isinstance(before, np.generic) else before))
                continue
            if id(before) not in arrays:
                arrays[id(before)] = kept(before) | {"after": kept(after)["at"]}
            values.append(list(arrays).index(id(before)))
        result = [] if call.result is None else [str(each) for each in flat(call.result)]
        return {
            "export": call.export,
            "arrays": list(arrays.values()),
            "values": values,
            "result": result,
        }

    facts = {
        "calls": [described(call) for call in calls],
        "tables": [kept(table) | {"address": str(table.ctypes.data)} for table in tables],
    }
    (folder / "calls.json").write_text(json.dumps(facts))
    (folder / "calls.bin").write_bytes(blob)
