// A box beside the tree that describes one of its nodes.

import { nodeFacts } from "../film/inspect.js";
import { h, whole } from "../ui/dom.js";

const LONGEST = 60; // letters of a path shown

export class NodeInspector {
  /**
   * @param {object} listeners
   * @param {(event: number) => void} listeners.ongo goes to an event of the film
   * @param {() => void} listeners.onclose
   */
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

  /**
   * Describe a node; `left` puts the box on the left, so that the node stays in sight.
   * @param {Film} film @param {number} node
   */
  show(film, node, left = false) {
    const { g, h: estimate, f, path, generated, expanded, rank, fate } = nodeFacts(film, node);
    this.element.classList.toggle("left", left);
    this._title.textContent = `Node ${whole(node + 1)}`;
    const { shape, goal } = film;
    this._board.set({ shape, goal, cells: [...film.cells(node)] });
    /** @type {[string, Child][]} */
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

  /** @param {number} event */
  _moment(event) {
    return h(
      "button.link-button",
      { onclick: () => this._ongo(event) },
      `event ${whole(event + 1)}`,
    );
  }
}
