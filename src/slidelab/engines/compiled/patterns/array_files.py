"""Arrays in a file that is either complete and unaltered or recognised as bad.

A page of header, then the arrays, each starting on a page so that it can be mapped into memory.
The header says what the file holds, how long each array is and what its checksum is.
"""

import json
import mmap
import os
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiling import Words, compiled
from slidelab.system.cores import available_cores
from slidelab.system.files import replacing
from slidelab.system.progress import report_progress, reserve

MAGIC = b"slidelab pattern database\n"
VERSION = 1
PAGE = 4096
BLOCK = 1 << 24
LANES = 8

Facts = dict[str, Any]


class BadFileError(Exception):
    """A file is missing, incomplete, altered, or holds something else."""


@compiled
def _mix(words: Words, lanes: Words) -> None:
    """Eight independent products keep up with the memory. An odd factor loses no bit."""
    factor = np.uint64(0x9E3779B97F4A7C15)
    for first in range(0, words.size - LANES + 1, LANES):
        for lane in range(LANES):
            lanes[lane] = (lanes[lane] ^ words[first + lane]) * factor
            lanes[lane] ^= lanes[lane] >> np.uint64(29)


def checksum(array: NDArray[Any]) -> str:
    """A checksum that every change of a single word alters."""
    data = array.reshape(-1).view(np.uint8)

    def of_block(start: int) -> bytes:
        block = data[start : start + BLOCK]
        whole = block.size // (8 * LANES) * 8 * LANES
        lanes = np.arange(1, LANES + 1, dtype=np.uint64)
        _mix(block[:whole].view(np.uint64), lanes)
        return lanes.tobytes() + block[whole:].tobytes()

    with ThreadPoolExecutor(available_cores()) as pool:
        digests = b"".join(pool.map(of_block, range(0, data.size, BLOCK)))
    return f"{zlib.crc32(digests):08x}{zlib.adler32(digests):08x}"


def write_arrays(path: Path, facts: Facts, arrays: list[NDArray[Any]], *, durable: bool) -> None:
    """Write a file that appears under its name only when it is complete.

    With ``durable`` the content is on the disk before the name is, so that not even a power
    failure leaves a bad file. Raises OSError when the disk is full or the folder cannot be written.
    """
    parts = [
        {"type": array.dtype.name, "length": array.size, "checksum": checksum(array)}
        for array in arrays
    ]
    text = json.dumps({"version": VERSION, "facts": facts, "parts": parts}).encode()
    header = MAGIC + f"{zlib.crc32(text):08x}\n".encode() + text
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, durable=durable) as beside, beside.open("wb") as file:
        file.write(header.ljust(PAGE, b"\n"))
        for array in arrays:
            data = array.reshape(-1).view(np.uint8)
            for start in range(0, data.size, BLOCK):
                report_progress(f"writing {path.name}", start / data.size)
                file.write(data[start : start + BLOCK].data)
            file.write(bytes(-file.tell() % PAGE))


def read_arrays(path: Path, facts: Facts) -> list[NDArray[Any]]:
    """Map the arrays of a file into memory, read-only, and check them.

    Raises BadFileError when the file is missing or not as ``write_arrays`` left it.
    """
    try:
        with path.open("rb") as file:
            header = file.read(PAGE)
            size = os.fstat(file.fileno()).st_size
            if size <= PAGE or not header.startswith(MAGIC):
                raise BadFileError(f"{path} is not a pattern database")
            reserve(f"reading {path.name}", size)
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise BadFileError(f"{path} cannot be read: {error}") from error
    seal, _, text = header[len(MAGIC) :].rstrip(b"\n").partition(b"\n")
    if seal != f"{zlib.crc32(text):08x}".encode():
        raise BadFileError(f"the header of {path} was altered")
    description = json.loads(text)
    if description["version"] != VERSION or description["facts"] != facts:
        raise BadFileError(f"{path} holds something else: {description['facts']}")
    arrays, start = [], PAGE
    for part in description["parts"]:
        kind, length = np.dtype(part["type"]), part["length"]
        if start + kind.itemsize * length > size:
            raise BadFileError(f"{path} is incomplete")
        array = np.frombuffer(content, dtype=kind, count=length, offset=start)
        if checksum(array) != part["checksum"]:
            raise BadFileError(f"{path} was altered")
        arrays.append(array)
        start += -(-kind.itemsize * length // PAGE) * PAGE
    return arrays
