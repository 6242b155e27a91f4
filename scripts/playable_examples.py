"""Make the examples of the docs site playable.

Below each block of code that has a board of 3x3 in it, the site has that board to slide by hand,
its shortest path to leaf through, and a link to the lab, where the site has one. Below a file of
code there is a link that opens it there, to be changed and run.
`<!-- board 125340678 -->`, `<!-- path 125340678 blank-first -->`, `<!-- film 125340678 bfs 20 -->`
become such pieces. In the repository nothing of it shows.
"""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from functools import cache

from slidelab import solve, watch
from slidelab.notebook.pieces import board_piece, film_piece, result_piece
from slidelab.puzzle import Board, goal_board, is_solvable

_FENCE = re.compile(r"^```(?:python|console)\n.*?^```\n", re.M | re.S)
_BOARD = re.compile(r"(?<![\d.,])(?:\d{9}|\d(?:,\d){8})(?![\d.,])")
_FILE = re.compile(r"Path\(\"(\w+\.py)\"\)\.write_text\('{3}\n(.*?)^\.\.\. '{3}\)", re.M | re.S)
_EMBED = re.compile(r"^<!-- ((?:board|path|film) .*?) -->$", re.M)


def with_examples(markdown: str, lab: str = "") -> str:
    """Return a page with its examples made playable; `lab` is the address of the lab, if any."""
    markdown = _FENCE.sub(lambda fence: fence[0] + _below(fence[0], lab), markdown)
    return _EMBED.sub(lambda words: f"<div>{_embedded(words[1])}</div>", markdown)


def _below(fence: str, lab: str) -> str:
    goal = "blank-last" if "blank-last" in fence else "blank-first"
    texts = dict.fromkeys(_BOARD.findall(fence))
    pieces = [piece for text in texts if (piece := _playable(text, goal, lab))]
    files = _FILE.findall(fence) if lab else []
    pieces += [
        f'<p><a href="{lab}{_code(*file)}">Run {file[0]} in the lab</a></p>' for file in files
    ]
    return "".join(f"\n{piece}\n" for piece in pieces)


def _code(name: str, lines: str) -> str:
    """Return the place in the lab that opens a file written at the prompt (see `code-link.js`)."""
    text = re.sub(r"^\.\.\. ?", "", lines, flags=re.M)
    kind = "algorithm" if "@algorithm" in text else "heuristic"
    pack = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = pack.compress(json.dumps([{"name": name, "kind": kind, "text": text}]).encode())
    return f"#/code?f={urlsafe_b64encode(packed + pack.flush()).decode().rstrip('=')}"


@cache
def _playable(text: str, goal: str, lab: str) -> str:
    """Return a board under a heading to open; empty if the digits are not a board."""
    try:
        board = Board(text)
    except ValueError:
        return ""
    aim = goal_board(goal, board.shape)
    path = result_piece(solve(board, aim)) if is_solvable(board, aim) else ""
    inside = f"{board_piece(board, aim)}\n{path}".replace("\n\n", "\n")
    if lab:
        place = f"{lab}#/solve?b={board.shape}:{'.'.join(map(str, board.state))}&amp;g={goal}"
        inside += f'\n<p><a href="{place}">Open it in the lab</a></p>'
    return f'<details class="play"><summary>Play with {text}</summary>\n{inside}\n</details>'


@cache
def _embedded(words: str) -> str:
    match words.split():
        case ["board", board]:
            piece = board_piece(Board(board))
        case ["path", board, goal]:
            piece = result_piece(solve(board, goal))
        case ["film", board, algorithm, step]:
            piece = film_piece(watch(board, algorithm), int(step))
        case _:
            raise ValueError(f"<!-- {words} --> is not a board, a path or a film")
    return piece.replace("\n\n", "\n").strip()
