"""Draw a terminal session as an SVG picture, by really running its commands.

python scripts/terminal_picture.py docs/pictures/terminal.svg "slidelab check 012345687" …
"""

import os
import pty
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 80


def output_on_a_terminal(command: str) -> str:
    """What the command prints when a person watches, colours included."""
    ours, theirs = pty.openpty()
    folders = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = os.environ | {"COLUMNS": str(WIDTH), "TERM": "xterm-256color", "PATH": folders}
    process = subprocess.Popen(shlex.split(command), stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    pieces = []
    try:
        while piece := os.read(ours, 65536):
            pieces.append(piece)
    except OSError:  # how Linux says that the other end is closed
        pass
    process.wait()
    return b"".join(pieces).decode().replace("\r\n", "\n")


def last_frame(text: str) -> str:
    """A live table is drawn again and again; keep what stands at the end."""
    lines: list[str] = []
    for line in text.split("\n"):
        ups = line.count("\x1b[1A")
        if ups:
            del lines[len(lines) - ups :]
            line = line.rsplit("\x1b[2K", 1)[-1]
        lines.append(line.rsplit("\r", 1)[-1])
    return "\n".join(lines)


def main() -> None:
    target, *commands = sys.argv[1:]
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    for command in commands:
        console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
        console.print(Text.from_ansi(last_frame(output_on_a_terminal(command))))
    svg = console.export_svg(title="slidelab")
    # The fonts that Rich names are fetched from elsewhere; the reader's own will do.
    Path(target).write_text(re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL))


if __name__ == "__main__":
    main()
