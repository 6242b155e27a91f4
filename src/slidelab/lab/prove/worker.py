"""The process that calls a person's own heuristic on many boards (see `tabulate`).

It reads the order and the states from standard input and writes messages to standard output.
"""

import json
import os
import sys
from array import array
from time import monotonic

from slidelab import heuristics
from slidelab.lab.prove.messages import ERROR, VALUES, write_message
from slidelab.puzzle import Board, Shape
from slidelab.registry import OwnCodeError, calls

_SECONDS_BETWEEN_MESSAGES = 0.05
_VALUES_BETWEEN_MESSAGES = 1024


def main() -> None:
    """Do the order."""
    order = json.loads(sys.stdin.buffer.readline())
    shape = Shape.parse(order["shape"])
    content = sys.stdin.buffer.read(order["states"] * shape.cells)
    # What the person's code prints must not get between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    calls.SECONDS_A_CALL = order["seconds_a_call"]
    try:
        goal = Board.from_state(bytes(order["goal"]), shape)
        estimate = heuristics.get(order["heuristic"]).bind(goal, order["count_blank"])
        values = array("d")
        sent = monotonic()
        for at in range(0, len(content), shape.cells):
            values.append(estimate(content[at : at + shape.cells]))
            if (
                len(values) >= _VALUES_BETWEEN_MESSAGES
                or monotonic() - sent > _SECONDS_BETWEEN_MESSAGES
            ):
                write_message(answers, VALUES, values.tobytes())
                values = array("d")
                sent = monotonic()
        write_message(answers, VALUES, values.tobytes())
    except OwnCodeError as error:
        write_message(answers, ERROR, str(error).encode())


if __name__ == "__main__":
    main()
