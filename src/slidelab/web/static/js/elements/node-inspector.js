// What is to be said about one node of the tree, beside it.

import { nodeFacts } from "../film/inspect.js";
import { h, whole } from "../ui/dom.js";

const LONGEST = 60; // letters of a path shown

export class NodeInspector {
  /** `ongo(event)` goes to a moment of the film; `onclose` hears that the node is let go. */
  constructor({ ongo, onclose }) {
    this._ongo = ongo;
    this._board = h("slide-board", { readonly: true, instant: true, label: "Board of the node" });
    this._title = h("h3");
    this._facts = h("dl.facts");
    this.element = h(
      "section.inspector",
      { "aria-label": "Node", hidden: true },
      h("header", this._title, h("button.quiet.small", { onclick: onclose }, "Close")),
      this._board,
      this._facts,
    );
  }

  /** `left` puts it on the left: the node that it describes must stay in sight. */
  show(film, node, left = false) {
    const { g, h: estimate, f, path, generated, expanded, rank, fate } = nodeFacts(film, node);
    this.element.classList.toggle("left", left);
    this._title.textContent = `Node ${whole(node + 1)}`;
    const { shape, goal } = film;
    this._board.set({ shape, goal, cells: [...film.cells(node)] });
    /** @type {[string, any][]} */
    const rows = [["g", String(g)]];
    if (estimate !== null) rows.push(["h", estimate]);
    if (f !== null) rows.push(["f", f]);
    rows.push(["Generated", generated < 0 ? "never" : this._moment(generated)]);
    rows.push([
      "Expanded",
      expanded < 0 ? "never" : [this._moment(expanded), `, expansion ${whole(rank)}`],
    ]);
    rows.push(["Fate", fate]);
    const shown = path.length > LONGEST ? `…${path.slice(-LONGEST)}` : path;
    rows.push(["Path", shown ? h("code", shown) : "the root"]);
    this._facts.replaceChildren(
      ...rows.map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    );
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }

  _moment(event) {
    return h(
      "button.link-button",
      { onclick: () => this._ongo(event) },
      `event ${whole(event + 1)}`,
    );
  }
}
