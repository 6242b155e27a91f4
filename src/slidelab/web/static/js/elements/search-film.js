// <search-film>: a search as a film that plays forwards and backwards, in linked panes. Load a film with
// `load(json, {pseudocode, graph, step})`. Fires `step` with the number of the event.

import { Counts } from "../film/counts.js";
import { Film } from "../film/film.js";
import { Frontier } from "../film/frontier.js";
import { narrate, shortNumber } from "../film/narrate.js";
import { paintTimeline } from "../paint/timeline.js";
import { applyMoves, moveWords } from "../puzzle/grid.js";
import { h, whole } from "../ui/dom.js";
import { CensusPane } from "./census-pane.js";
import { layOutFilm } from "./film-layout.js";
import { host } from "./host.js";
import { NodeInspector } from "./node-inspector.js";
import { Playback } from "./playback.js";
import { Pseudocode } from "./pseudocode.js";
import { Strips } from "./strips.js";
import { TreeCanvas } from "./tree-canvas.js";
import "./slide-board.js";

/**
 * @import { Playhead } from "../film/playhead.js"
 * @import { Move } from "./playback.js"
 */

const SOLUTION_PACE = 400; // milliseconds per move

const COUNTERS = [
  ["expanded", "Expanded"],
  ["generated", "Generated"],
  ["frontier", "Frontier"],
  ["reached", "Reached"],
  ["duplicates", "Duplicates"],
  ["depth", "Depth"],
  ["bound", "Bound"],
];

/** The moves of the playhead for buttons and keys; -1 jumps back. */
const JUMPS = {
  /** @type {(way?: number) => Move} */
  expansion: (way) => (head) => head.jump("expansion", way),
  /** @type {(way?: number) => Move} */
  bound: (way) => (head) => head.jump("bound", way),
  /** @type {() => Move} */
  goal: () => (head) => head.jump("goal") || head.go(head.last),
};

export class SearchFilm extends HTMLElement {
  /** @type {{film: Film, counts: Counts, frontier: Frontier} | null} */
  _loaded = null;
  _solution = 0; // the timer of its next move

  // The contents of the panes.
  playback = new Playback((glide) => this._render(glide), {
    name: "Moment of the film",
    unit: "events",
    speed: 6,
    speeds: [0.5, 20_000],
  });
  tree = new TreeCanvas({
    onshow: () => this._showCap(),
    onfollow: (following) => (this.follow.hidden = following),
    onnode: (node) => this.inspect(node),
  });
  inspector = new NodeInspector(
    (event) => this.go(event),
    () => this.inspect(-1),
  );
  code = new Pseudocode();
  census = new CensusPane();
  frontier = new Strips((node) => this._inspectInTree(node));
  reached = new Strips((node) => this._inspectInTree(node));
  frontierTitle = h("h2", "Frontier");
  frontierRule = h("span.pane-note");
  reachedNote = h("span.pane-note");
  board = h("slide-board.film-board", { readonly: true, label: "Current board" });
  counters = COUNTERS.map(([name, title]) => {
    const value = h("dd");
    return { name, value, row: h("div", h("dt", title), value) };
  });
  cap = h("p.tree-cap");
  words = h("p.film-words", { "aria-live": "polite" });
  solution = h("button.small.primary", { onclick: () => this.playSolution() }, "Play the solution");
  follow = h(
    "button.small",
    { hidden: true, "aria-label": "Follow the search", onclick: () => this.tree.follow() },
    "Follow",
  );
  jumps = {
    expansion: this._jumpButton("Next expansion", "Shift and right arrow", JUMPS.expansion()),
    bound: this._jumpButton("Next bound", "Key b", JUMPS.bound()),
    goal: this._jumpButton("Goal", "Key g", JUMPS.goal()),
  };
  timeline = h("canvas.timeline", { "aria-hidden": "true" });
  place = h("span.film-place");
  panes = layOutFilm(this);

  _onTheme = () => this._render();
  // Keys work even if the film doesn't have the focus.
  _onKey = (/** @type {KeyboardEvent} */ event) => this._ownsKeys() && this._key(event);
  _resize = new ResizeObserver(() => this._render());
  _page = new ResizeObserver(() => this._fit());

  constructor() {
    super();
    this.showPane("tree");
    this.addEventListener("keydown", (event) => this._key(event));
  }

  connectedCallback() {
    if (!this.panes.parentNode) host.root(this).replaceChildren(this.panes);
    this.tabIndex = -1;
    document.addEventListener("themechange", this._onTheme);
    document.addEventListener("keydown", this._onKey);
    this._resize.observe(this.frontier.element);
    this._resize.observe(this.reached.element);
    this._page.observe(document.documentElement);
    this._fit();
    host.connected(this);
  }

  /** Fit the film into the rest of the window. */
  _fit() {
    const top = this.getBoundingClientRect().top + scrollY;
    this.panes.style.setProperty("--top", `${Math.round(top)}px`);
  }

  disconnectedCallback() {
    document.removeEventListener("themechange", this._onTheme);
    document.removeEventListener("keydown", this._onKey);
    this._resize.disconnect();
    this._page.disconnect();
    clearTimeout(this._solution);
    this.playback.pause();
  }

  _ownsKeys() {
    const active = document.activeElement;
    const isOwnPage = !this.shadowRoot; // on other pages the keys belong to the page
    return isOwnPage && (active === document.body || active?.tagName === "MAIN");
  }

  /** @param {string} title @param {string} key @param {Move} move */
  _jumpButton(title, key, move) {
    return h("button.small", { title: key, onclick: () => this.playback.moveHead(move) }, title);
  }

  get film() {
    return this._loaded?.film;
  }

  /**
   * @param {FilmData} json
   * @param {{pseudocode: PseudocodeLine[], graph?: boolean, step?: number}} options `graph` says
   *   whether it is a graph search
   */
  load(json, { pseudocode, graph = true, step = 0 }) {
    const film = new Film(json);
    const frontier = new Frontier(film);
    this._loaded = { film, frontier, counts: new Counts(film, graph) };
    this.code.load(pseudocode);
    this.board.set({ shape: film.shape, goal: film.goal, cells: film.start });
    this.frontierTitle.textContent = `Frontier: ${frontier.title.toLowerCase()}`;
    this.jumps.bound.disabled = film.bounds.length < 1;
    this.census.load(film);
    this.inspect(-1);
    this.tree.load(film);
    this._fit();
    this.playback.load(film, step);
    this.playback.show();
  }

  /** Show a pane on a phone, which shows one at a time. @param {string} name */
  showPane(name) {
    for (const pane of this.panes.querySelectorAll(".pane"))
      pane.classList.toggle("shown", pane.matches(`.${name}-pane`));
    /** @type {NodeListOf<HTMLInputElement>} */
    const tabs = this.panes.querySelectorAll(".tabs input");
    for (const input of tabs) input.checked = input.value === name;
    this._render();
  }

  /** Describe a node in the inspector; -1 for none. @param {number} node */
  inspect(node) {
    this.tree.mark(node);
    if (this.film && node >= 0) this.inspector.show(this.film, node);
    else this.inspector.hide();
  }

  /** Show a node of another pane in the tree. @param {number} node */
  _inspectInTree(node) {
    this.showPane("tree");
    this.inspect(node);
  }

  /** Play the solution on the board, from the start. */
  playSolution() {
    const { film } = this;
    const moves = film?.result.moves;
    if (!film || !moves) return;
    const { start, shape } = film;
    const path = film.pathTo(film.focus(film.length - 1));
    let step = 0;
    this.showPane("board");
    const tick = () => {
      const cells = applyMoves(start, moves.slice(0, step), shape);
      this.board.cells = cells;
      // In a bidirectional search no branch is the whole path.
      if (path.length === moves.length + 1) this.tree.mark(path[step]);
      const next = moves[step];
      this.words.textContent = next
        ? `Solution, move ${step + 1} of ${moves.length}: ${moveWords(cells, next, shape)}.`
        : `Solved in ${moves.length} moves.`;
      step += 1;
      if (next) this._solution = setTimeout(tick, SOLUTION_PACE);
    };
    tick();
  }

  /** The current event. */
  get step() {
    return this.playback.head.at;
  }

  set step(event) {
    if (this.film) this.go(event);
  }

  toggle() {
    if (this.film) this.playback.toggle();
  }

  /** @param {number} event */
  go(event) {
    this.playback.moveHead((head) => head.go(event));
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    // The element inside a shadow root.
    const target = /** @type {Partial<Element>} */ (event.composedPath()[0]);
    const typing = target.matches?.("input, select, textarea, summary");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.film) return;
    if (event.key === " " && target.matches?.("button")) return;
    const step = (/** @type {number} */ way) =>
      event.shiftKey ? JUMPS.expansion(way) : (/** @type {Playhead} */ head) => head.step(way);
    /** @type {Record<string, Move>} */
    const moves = {
      ArrowRight: step(1),
      ArrowLeft: step(-1),
      Home: (head) => head.go(0),
      End: (head) => head.go(head.last),
      b: JUMPS.bound(),
      B: JUMPS.bound(-1),
      g: JUMPS.goal(),
    };
    if (moves[event.key]) this.playback.moveHead(moves[event.key]);
    else if (event.key === " ") this.toggle();
    else if (event.key === "Escape") this.inspect(-1);
    else return;
    event.preventDefault();
  }

  /** Show how much of the tree is drawn. */
  _showCap() {
    const { shown = 0, total = 0 } = this.tree.moment?.view ?? {};
    this.cap.hidden = shown >= total;
    this.cap.textContent = `${whole(shown)} of ${whole(total)} nodes drawn, nearest the path; +n opens the rest`;
  }

  _render(glide = false) {
    if (!this._loaded) return;
    const { film, counts, frontier } = this._loaded;
    const { head, slider } = this.playback;
    const event = head.at;
    const focus = film.focus(event);
    clearTimeout(this._solution);
    this.solution.hidden = !(head.atEnd && film.result.moves);
    const place = `Event ${whole(event + 1)} of ${whole(film.length)}`;
    slider.setAttribute("aria-valuetext", place);
    this.place.textContent = place;
    const words = narrate(film, event);
    const end = head.atEnd && film.truncated ? " The film ends here: it holds no more events." : "";
    // A playing film is too fast for screen readers.
    this.words.setAttribute("aria-live", head.playing ? "off" : "polite");
    this.words.textContent = words + end;
    this.code.light(film.kind[event]);
    if (focus >= 0) this.board.cells = [...film.cells(focus)];
    this._showCounters(film, counts, event);
    this._showFrontier(film, frontier, event);
    this._showReached(film, counts, event);
    this.census.show(event);
    this.tree.show(event, glide);
    this.tree.canvas.setAttribute("aria-label", `Search tree at event ${event + 1}: ${words}`);
    paintTimeline(this.timeline, film, counts, event);
    this.dispatchEvent(new CustomEvent("step", { detail: event }));
  }

  /** @param {Film} film @param {Counts} counts @param {number} event */
  _showCounters(film, counts, event) {
    /** @type {Record<string, number>} */
    const values = counts.at(event);
    const [, bound] = film.boundAt(event) ?? [];
    for (const { name, value, row } of this.counters) {
      value.textContent = name === "bound" ? shortNumber(bound ?? 0) : whole(values[name]);
      row.hidden = name === "bound" && bound === undefined;
    }
  }

  /** @param {Film} film @param {Frontier} frontier @param {number} event */
  _showFrontier(film, frontier, event) {
    const groups = frontier.at(event, this.frontier.room);
    const total = groups.reduce((sum, group) => sum + group.total, 0);
    this.frontierRule.textContent = `${whole(total)} ${frontier.held} · ${frontier.rule}`;
    this.frontier.show(film, groups, frontier.words(groups), (_, at) => (at ? "" : "next"));
  }

  /** @param {Film} film @param {Counts} counts @param {number} event */
  _showReached(film, counts, event) {
    const total = counts.at(event).reached;
    const nodes = counts.latest(event, this.reached.room);
    const groups = counts.remembers ? [{ title: "", nodes, total }] : [];
    this.reachedNote.textContent = groups.length
      ? `${whole(total)}, newest first`
      : "none are kept";
    this.reached.show(film, groups, `Reached set: ${total} boards`, (node) =>
      film.expandedAt[node] <= event ? "expanded" : "",
    );
  }
}

if (!customElements.get("search-film")) customElements.define("search-film", SearchFilm);
