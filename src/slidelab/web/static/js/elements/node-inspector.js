// A box beside the tree with the details of a node.

import { NEVER } from "../film/film.js";
import { describeFate, lettersTo, shortNumber } from "../film/narrate.js";
import { h, whole } from "../ui/dom.js";

const LONGEST = 60; // letters of a path shown

export class NodeInspector {
  /**
   * @param {(event: number) => void} ongo goes to an event of the film
   * @param {() => void} onclose
   */
  constructor(ongo, onclose) {
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

  /** Describe a node. @param {Film} film @param {number} node */
  show(film, node) {
    const { shape, goal } = film;
    this.element.hidden = false;
    this._title.textContent = `Node ${whole(node + 1)}`;
    this._board.set({ shape, goal, cells: [...film.cells(node)] });
    const estimates = [film.h[node], film.f[node]].map((value) =>
      Number.isNaN(value) ? null : shortNumber(value),
    );
    const expansion = film.rank[node] && `, expansion ${whole(film.rank[node])}`;
    const path = lettersTo(film, node);
    const letters = path.length > LONGEST ? `…${path.slice(-LONGEST)}` : path;
    /** @type {[string, Child][]} */
    const facts = [
      ["g", film.g[node]],
      ["h", estimates[0]],
      ["f", estimates[1]],
      ["Generated", this._moment(film.createdAt[node])],
      ["Expanded", [this._moment(film.expandedAt[node]), expansion || null]],
      ["Fate", describeFate(film, node)],
      ["Path", letters ? h("code", letters) : "the root"],
    ];
    this._facts.replaceChildren(
      ...facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    );
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {number} event */
  _moment(event) {
    const onclick = () => this._ongo(event);
    if (event === NEVER) return "never";
    return h("button.link-button", { onclick }, `event ${whole(event + 1)}`);
  }
}
