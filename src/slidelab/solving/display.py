"""A result as a piece of HTML: its figures, and the path to step through.

It needs no server and nothing from the net. Where scripts are not run, the start board and the
moves remain.
"""

from __future__ import annotations

from html import escape
from string import Template
from typing import TYPE_CHECKING
from uuid import uuid4

from slidelab.puzzle import Move, format_moves
from slidelab.puzzle.drawing import CELL, GAP, board_svg

if TYPE_CHECKING:
    from slidelab.solving.result import Result

MOST_MOVES_WRITTEN = 100

_PAGE = Template("""\
<div id="$id" style="font-family: sans-serif">
<div>$heading</div>
<div style="margin: 0.5em 0">$board</div>
<div class="slidelab-moves" style="font-size: 90%; color: #555">$moves</div>
</div>$script""")

_SCRIPT = Template("""
<script>
(() => {
  const root = document.getElementById("$id");
  const cols = $cols, cell = $cell, gap = $gap;
  const start = $state, moves = "$moves", steps = {U: -cols, D: cols, L: -1, R: 1};
  const names = {U: "Up", D: "Down", L: "Left", R: "Right"};
  const tiles = {};
  for (const group of root.querySelectorAll("g[data-tile]")) {
    group.style.transition = "transform 120ms";
    tiles[group.dataset.tile] = group;
  }
  const bar = document.createElement("div");
  const button = (text, label) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    bar.append(made);
    return made;
  };
  const back = button("◀", "one move back");
  const slider = document.createElement("input");
  Object.assign(slider, {type: "range", min: 0, max: moves.length, value: 0});
  slider.setAttribute("aria-label", "move of the solution");
  slider.style.width = "14em";
  bar.append(slider);
  const next = button("▶", "one move on");
  const said = document.createElement("span");
  said.style.marginLeft = "0.7em";
  said.setAttribute("aria-live", "polite");
  bar.append(said);
  root.querySelector("svg").parentNode.after(bar);
  let state = start.slice(), shown = 0, blank = start.indexOf(0);
  const slide = (by) => {
    state[blank] = state[blank + by];
    state[blank + by] = 0;
    blank += by;
  };
  const show = (wanted) => {
    while (shown < wanted) slide(steps[moves[shown++]]);
    while (shown > wanted) slide(-steps[moves[--shown]]);
    state.forEach((tile, at) => {
      if (!tile) return;
      const x = gap + (at % cols) * cell, y = gap + Math.floor(at / cols) * cell;
      tiles[tile].setAttribute("transform", `translate($${x},$${y})`);
    });
    slider.value = shown;
    const last = shown ? `: $${names[moves[shown - 1]]}` : "";
    said.textContent = `$${shown} of $${moves.length}$${last}`;
    back.disabled = shown === 0;
    next.disabled = shown === moves.length;
  };
  back.onclick = () => show(shown - 1);
  next.onclick = () => show(shown + 1);
  slider.oninput = () => show(Number(slider.value));
  show(0);
})();
</script>""")


def result_html(result: Result) -> str:
    """The result as HTML for a notebook."""
    own_id = f"slidelab-{uuid4().hex}"  # outputs of several runs may stand on one page
    moves = result.moves or []
    script = ""
    if moves:
        script = _SCRIPT.substitute(
            id=own_id,
            cols=result.start.shape.cols,
            cell=CELL,
            gap=GAP,
            state=list(result.start.state),
            moves="".join(move.letter for move in moves),
        )
    return _PAGE.substitute(
        id=own_id,
        heading=_heading(result),
        board=board_svg(result.start),
        moves=_written(moves),
        script=script,
    )


def _heading(result: Result) -> str:
    counters = result.counters
    search = f"{result.algorithm} with {result.heuristic}" if result.heuristic else result.algorithm
    outcome = f"solved in {result.cost:,} moves" if result.cost is not None else str(result.status)
    return (
        f"<strong>{escape(search)}</strong>: {escape(outcome)}; "
        f"{counters.expanded:,} expanded, {counters.generated:,} generated, "
        f"largest frontier {counters.max_frontier:,}, {counters.seconds:.3f} s"
        + (f"<br>{escape(result.reason)}" if result.reason else "")
    )


def _written(moves: list[Move]) -> str:
    text = format_moves(moves[:MOST_MOVES_WRITTEN])
    more = len(moves) - MOST_MOVES_WRITTEN
    return escape(f"{text} … and {more:,} more" if more > 0 else text)
