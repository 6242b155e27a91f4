/** Lets a person step through a path, on a board drawn as SVG inside of `root`. */
// biome-ignore lint/correctness/noUnusedVariables: display.py calls it
function player(root, { cols, cell, gap, start, moves }) {
  const steps = { U: -cols, D: cols, L: -1, R: 1 };
  const names = { U: "Up", D: "Down", L: "Left", R: "Right" };
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
  Object.assign(slider, { type: "range", min: 0, max: moves.length, value: 0 });
  slider.setAttribute("aria-label", "move of the solution");
  slider.style.width = "14em";
  bar.append(slider);
  const next = button("▶", "one move on");
  const said = document.createElement("span");
  said.style.marginLeft = "0.7em";
  said.setAttribute("aria-live", "polite");
  bar.append(said);
  root.querySelector("svg").parentNode.after(bar);
  const state = start.slice();
  let blank = start.indexOf(0);
  let shown = 0;
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
      const x = gap + (at % cols) * cell;
      const y = gap + Math.floor(at / cols) * cell;
      tiles[tile].setAttribute("transform", `translate(${x},${y})`);
    });
    slider.value = shown;
    const last = shown ? `: ${names[moves[shown - 1]]}` : "";
    said.textContent = `${shown} of ${moves.length}${last}`;
    back.disabled = shown === 0;
    next.disabled = shown === moves.length;
  };
  back.onclick = () => show(shown - 1);
  next.onclick = () => show(shown + 1);
  slider.oninput = () => show(Number(slider.value));
  show(0);
}
