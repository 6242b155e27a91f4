"""What the process that tabulates sends: a letter, a length, and so many bytes."""

from typing import IO

VALUES = b"V"
ERROR = b"E"
_LENGTH_BYTES = 4


def write_message(stream: IO[bytes], kind: bytes, content: bytes) -> None:
    """Send one message."""
    stream.write(kind + len(content).to_bytes(_LENGTH_BYTES, "big") + content)
    stream.flush()


def read_message(stream: IO[bytes]) -> tuple[bytes, bytes] | None:
    """Receive one message; None when there will be no more."""
    head = stream.read(1 + _LENGTH_BYTES)
    if len(head) < 1 + _LENGTH_BYTES:
        return None
    length = int.from_bytes(head[1:], "big")
    content = stream.read(length)
    return (head[:1], content) if len(content) == length else None
