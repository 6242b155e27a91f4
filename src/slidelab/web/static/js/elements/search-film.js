// <search-film>: a search as a film that runs both ways, in linked panes. Give it a film with
// `load(json, {pseudocode, graph, step})`; it fires `step` with the event's number as it goes.

import { Film } from "../film/film.js";
import { prepareFrontier } from "../film/frontier.js";
import { linesByEvent, narrate } from "../film/narrate.js";
import { Reached, remembersReached } from "../film/reached.js";
import { Tallies } from "../film/tallies.js";
import { paintTimeline } from "../paint/timeline.js";
import { applyMoves, homes, moveWords } from "../puzzle/grid.js";
import { whole } from "../ui/dom.js";
import { showCode, showCounters, showFrontier, showReached } from "./film-panes.js";
import { buildFilm, JUMPS } from "./film-parts.js";
import { host } from "./host.js";
import { NodeInspector } from "./node-inspector.js";
import { Playback } from "./playback.js";
import { TreeCanvas } from "./tree-canvas.js";
import "./slide-board.js";

/** @import { Move } from "./playback.js" */

const SOLUTION_PACE = 400; // milliseconds a move

/** @typedef {ReturnType<typeof unroll>} Unrolled */

export class SearchFilm extends HTMLElement {
  constructor() {
    super();
    /** @type {Unrolled | null} */
    this._unrolled = null;
    this._solution = 0; // the timer of its next move
    this._onTheme = () => this._render();
    // The keys of a film work before it is clicked.
    this._onKey = (/** @type {KeyboardEvent} */ event) => this._hasNoRival() && this._key(event);
    this._resize = new ResizeObserver(() => this._render());
    this._page = new ResizeObserver(() => this._fit());
    this.playback = new Playback((glide) => this._render(glide), {
      name: "Moment of the film",
      unit: "events",
      speed: 6,
      speeds: [0.5, 20_000],
    });
    this.inspector = new NodeInspector({
      ongo: (event) => this.go(event),
      onclose: () => this.inspect(-1),
    });
    this.parts = buildFilm(this);
    /** @type {TreeCanvas} */
    this.tree = new TreeCanvas(this.parts.tree, this.parts.map, {
      onview: (view) => this._sayView(view),
      onhold: (following) => (this.parts.follow.hidden = following),
      onnode: (node) => this.inspect(node),
    });
    this.showPane("tree");
    this.addEventListener("keydown", (event) => this._key(event));
    this.addEventListener("node", ({ detail: node }) => {
      this.showPane("tree"); // where a node is described
      this.inspect(node);
    });
  }

  connectedCallback() {
    const { film: panes, frontier, reached } = this.parts;
    if (!panes.parentNode) host.root(this).replaceChildren(panes);
    this.tabIndex = -1;
    document.addEventListener("themechange", this._onTheme);
    document.addEventListener("keydown", this._onKey);
    this._resize.observe(frontier);
    this._resize.observe(reached);
    this._page.observe(document.documentElement);
    this._fit();
    host.arrived(this);
  }

  /** Give the film the height that is left below what stands above it. */
  _fit() {
    const top = this.getBoundingClientRect().top + scrollY;
    this.parts.film.style.setProperty("--top", `${Math.round(top)}px`);
  }

  disconnectedCallback() {
    document.removeEventListener("themechange", this._onTheme);
    document.removeEventListener("keydown", this._onKey);
    this._resize.disconnect();
    this._page.disconnect();
    clearTimeout(this._solution);
    this.playback.pause();
  }

  _hasNoRival() {
    const active = document.activeElement;
    const atHome = !this.shadowRoot; // on any other page the keys are that page's
    return atHome && (active === document.body || active?.tagName === "MAIN");
  }

  get film() {
    return this._unrolled?.film;
  }

  /**
   * @param {FilmData} json
   * @param {{pseudocode: PseudocodeLine[], graph?: boolean, step?: number}} options
   */
  load(json, { pseudocode, graph = true, step = 0 }) {
    this._unrolled = unroll(json, pseudocode, graph);
    const { film } = this._unrolled;
    showCode(this.parts.code, pseudocode);
    this.parts.board.set({ shape: film.shape, goal: film.goal, cells: film.start });
    this.parts.bound.disabled = film.bounds.length < 1;
    this.parts.census.load(film);
    this.inspect(-1);
    this.tree.load(film);
    this._fit();
    this.playback.load(film, step);
    this.playback.show();
  }

  /** Show a pane on a phone, where one is seen at a time. @param {string} name */
  showPane(name) {
    for (const pane of this.parts.film.querySelectorAll(".pane"))
      pane.classList.toggle("shown", pane.matches(`.${name}-pane`));
    /** @type {NodeListOf<HTMLInputElement>} */
    const tabs = this.parts.film.querySelectorAll(".tabs input");
    for (const input of tabs) input.checked = input.value === name;
    this._render();
  }

  /** Describe a node; -1 is none. @param {number} node */
  inspect(node) {
    this.tree.mark(node);
    if (this.film && node >= 0) this.inspector.show(this.film, node, this.tree.isOnTheRight(node));
    else this.inspector.hide();
  }

  /** Play the path that was found on the board, from the start. */
  playSolution() {
    const { film } = this;
    const moves = film?.result?.moves;
    if (!film || !moves) return;
    const { start, shape } = film;
    const path = film.pathTo(film.focus(film.length - 1));
    let step = 0;
    this.showPane("board");
    const tick = () => {
      const cells = applyMoves(start, moves.slice(0, step), shape);
      this.parts.board.cells = cells;
      // A search from both sides has no branch that is the whole path.
      if (path.length === moves.length + 1) this.tree.mark(path[step]);
      const next = moves[step];
      this.parts.words.textContent = next
        ? `Solution, move ${step + 1} of ${moves.length}: ${moveWords(cells, next, shape)}.`
        : `Solved in ${moves.length} moves.`;
      step += 1;
      if (next) this._solution = setTimeout(tick, SOLUTION_PACE);
    };
    tick();
  }

  /** The event at which it stands. */
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
    this.playback.act((head) => head.go(event));
  }

  /** Fill the window, or go back to its place on the page. */
  enlarge(large = !this.parts.film.classList.contains("large")) {
    this.parts.film.classList.toggle("large", large);
    this.parts.large.setAttribute("aria-pressed", String(large));
    this._render();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    // This is the element within a shadow root too.
    const target = /** @type {Partial<Element>} */ (event.composedPath()[0]);
    const typing = target.matches?.("input, select, textarea, summary");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.film) return;
    if (event.key === " " && target.matches?.("button")) return;
    const act = (/** @type {Move} */ move) => () => this.playback.act(move);
    /** @type {(way: number) => Move} */
    const step = (way) => (head) => (event.shiftKey ? JUMPS.expansion(head, way) : head.step(way));
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowRight: act(step(1)),
      ArrowLeft: act(step(-1)),
      Home: act((head) => head.go(0)),
      End: act((head) => head.go(head.last)),
      b: act((head) => JUMPS.bound(head)),
      B: act((head) => JUMPS.bound(head, -1)),
      g: act(JUMPS.goal),
      " ": () => this.toggle(),
      Escape: () => (this.inspector.element.hidden ? this.enlarge(false) : this.inspect(-1)),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /** @param {import("../paint/tree.js").View} view */
  _sayView(view) {
    const { cap, unfold } = this.parts;
    unfold.hidden = !this.tree.folded.size;
    const capped = view.total > view.shown;
    cap.hidden = !capped;
    cap.textContent = capped
      ? `${whole(view.shown)} of ${whole(view.total)} nodes drawn, nearest the path; +n opens the rest`
      : "";
  }

  _render(glide = false) {
    if (!this._unrolled) return;
    const { parts, _unrolled: unrolled } = this;
    const { film, lines, tallies } = unrolled;
    const { head, slider } = this.playback;
    const event = head.at;
    const focus = film.focus(event);
    clearTimeout(this._solution);
    parts.solution.hidden = !(head.atEnd && film.result?.moves);
    const place = `Event ${whole(event + 1)} of ${whole(film.length)}`;
    slider.setAttribute("aria-valuetext", place);
    parts.place.textContent = place;
    const words = narrate(film, event);
    const end = head.atEnd && film.truncated ? " The film ends here: it is full." : "";
    // A running film is too fast for screen readers; they read each step when it stands.
    parts.words.setAttribute("aria-live", head.playing ? "off" : "polite");
    parts.words.textContent = words + end;
    showCode(parts.code, null, lines[film.kind[event]]);
    if (focus >= 0) parts.board.cells = [...film.cells(focus)];
    showCounters(parts, unrolled, event);
    showFrontier(parts, unrolled, event);
    showReached(parts, unrolled, event);
    parts.census.show(event);
    this.tree.show(event, glide);
    parts.tree.setAttribute("aria-label", `Search tree at event ${event + 1}: ${words}`);
    paintTimeline(parts.timeline, tallies, event, film.length, film.bounds);
    this.dispatchEvent(new CustomEvent("step", { detail: event }));
  }
}

/**
 * Make of a film what its panes look up at each event.
 * @param {FilmData} json @param {PseudocodeLine[]} pseudocode
 * @param {boolean} graph whether the search is one on a graph
 */
function unroll(json, pseudocode, graph) {
  const film = new Film(json);
  return {
    film,
    home: homes(film.goal),
    tallies: new Tallies(film),
    prepared: prepareFrontier(film),
    reached: new Reached(film, remembersReached(film, graph)),
    lines: linesByEvent(pseudocode),
  };
}

if (!customElements.get("search-film")) customElements.define("search-film", SearchFilm);
