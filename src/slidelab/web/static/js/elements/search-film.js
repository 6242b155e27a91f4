// <search-film>: a search as a film that runs both ways, in linked panes. Give it a film with
// `load(json, {pseudocode, graph, step})`; it fires `step` with the event's number as it goes.

import { Film } from "../film/film.js";
import { prepareFrontier } from "../film/frontier.js";
import { linesByEvent, narrate } from "../film/narrate.js";
import { Playhead, sliderOf, speedOf } from "../film/playhead.js";
import { Reached, remembersReached } from "../film/reached.js";
import { Tallies } from "../film/tallies.js";
import { paintTimeline } from "../paint/timeline.js";
import { applyMoves, homes, moveWords } from "../puzzle/grid.js";
import { whole } from "../ui/dom.js";
import { setIcon } from "../ui/icons.js";
import { FilmLayout } from "./film-layout.js";
import { showCode, showCounters, showFrontier, showReached } from "./film-panes.js";
import { buildFilm } from "./film-parts.js";
import { host } from "./host.js";
import { NodeInspector } from "./node-inspector.js";
import { TreeCanvas } from "./tree-canvas.js";
import "./slide-board.js";

const SOLUTION_PACE = 400; // milliseconds a move

class SearchFilm extends HTMLElement {
  connectedCallback() {
    if (!this.parts) {
      this.inspector = new NodeInspector({
        ongo: (event) => this.go(event),
        onclose: () => this.inspect(-1),
      });
      this.parts = buildFilm(host.root(this), this, this.inspector.element);
      this.layout = new FilmLayout(this.parts.film);
      this.tabIndex = -1;
      this.tree = new TreeCanvas(this.parts.tree, this.parts.map, {
        onview: (view) => this._sayView(view),
        onhold: (following) => (this.parts.follow.hidden = following),
        onnode: (node) => this.inspect(node),
      });
      this._wire();
    }
    this._onTheme = () => this.film && this._render(false);
    document.addEventListener("themechange", this._onTheme);
    // Nobody should have to click a film before its keys work.
    this._onKey = (event) => this._hasNoRival() && this._key(event);
    document.addEventListener("keydown", this._onKey);
    this._resize = new ResizeObserver(() => this.film && this._render(false));
    this._resize.observe(this.parts.frontier);
    this._resize.observe(this.parts.reached);
    this._page = new ResizeObserver(() => this._fit());
    this._page.observe(document.documentElement);
    this._fit();
    host.arrived(this);
  }

  /** The film takes the height that is left below what stands above it. */
  _fit() {
    const top = this.getBoundingClientRect().top + scrollY;
    this.parts.film.style.setProperty("--top", `${Math.round(top)}px`);
  }

  disconnectedCallback() {
    document.removeEventListener("themechange", this._onTheme);
    document.removeEventListener("keydown", this._onKey);
    this._resize.disconnect();
    this._page.disconnect();
    this._stopSolution();
    if (!this.head) return;
    this.head.playing = false;
    this._sayPlaying();
  }

  _hasNoRival() {
    const active = document.activeElement;
    const atHome = !this.shadowRoot; // on any other page the keys are that page's
    return atHome && (active === document.body || active?.tagName === "MAIN");
  }

  load(json, { pseudocode, graph = true, step = 0 }) {
    const film = new Film(json);
    this.film = film;
    this.home = homes(film.goal);
    this.tallies = new Tallies(film);
    this.prepared = prepareFrontier(film);
    this.reached = new Reached(film, remembersReached(film, graph));
    this.head = new Playhead(film, step);
    this.head.speed = speedOf(Number(this.parts.speed.value));
    this.lines = linesByEvent(pseudocode);
    showCode(this.parts.code, pseudocode);
    this.parts.slider.max = this.head.last;
    this.parts.board.set({ shape: film.shape, goal: film.goal, cells: film.start });
    this.parts.bound.disabled = film.bounds.length < 1;
    this.parts.census.load(film);
    this.inspect(-1);
    this.tree.load(film);
    this._fit();
    this._render(false);
  }

  /** On a phone one pane is seen at a time. */
  showPane(name) {
    this.layout.show(name);
    if (this.film) this._render(false);
  }

  /** The pane that is seen on a phone. */
  get pane() {
    return this.parts.film.dataset.tab;
  }

  /** Tells all about a node, or lets go of it. */
  inspect(node) {
    this.tree.mark(node);
    if (node >= 0) this.inspector.show(this.film, node, this.tree.isOnTheRight(node));
    else this.inspector.hide();
  }

  /** Lets the path that was found run on the board, from the start. */
  playSolution() {
    const { start, shape, result, length } = this.film;
    const { moves } = result;
    const path = this.film.pathTo(this.film.focus(length - 1));
    let step = 0;
    this.layout.show("board");
    this._stopSolution();
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
      this._solution = next && setTimeout(tick, SOLUTION_PACE);
    };
    tick();
  }

  _stopSolution() {
    clearTimeout(this._solution);
    this._solution = undefined;
  }

  /** The event that it stands at. */
  get step() {
    return this.head?.at ?? 0;
  }

  set step(event) {
    if (this.film) this.go(event);
  }

  /** Runs or rests. */
  toggle() {
    if (!this.film) return;
    this.head.toggle();
    this._sayPlaying();
    if (!this.head.playing) return this._render(true);
    let before = performance.now();
    const tick = (now) => {
      if (!this.head.playing) return;
      // A tab in the background may sleep for long; the film should not leap when it wakes.
      if (this.head.advance(Math.min(0.25, (now - before) / 1000))) {
        this._render(this.head.speed < 40);
      }
      before = now;
      if (this.head.playing) requestAnimationFrame(tick);
      else this._sayPlaying();
    };
    requestAnimationFrame(tick);
    return undefined;
  }

  go(event, glide = false) {
    this.head.playing = false;
    this._sayPlaying();
    this.head.go(event);
    this._render(glide);
  }

  _act(change) {
    if (!this.film) return;
    this.head.playing = false;
    this._sayPlaying();
    const before = this.head.at;
    change(this.head);
    this._render(Math.abs(this.head.at - before) < 60);
  }

  _wire() {
    const { parts } = this;
    const on = (button, change) => button.addEventListener("click", () => this._act(change));
    on(parts.first, (head) => head.go(0));
    on(parts.previous, (head) => head.step(-1));
    on(parts.next, (head) => head.step(1));
    on(parts.last, (head) => head.go(head.last));
    on(parts.expansion, (head) => head.jump("expansion"));
    on(parts.bound, (head) => head.jump("bound"));
    on(parts.goal, (head) => head.jump("goal") || head.go(head.last));
    parts.play.addEventListener("click", () => this.toggle());
    parts.slider.addEventListener("input", () => this.film && this.go(Number(parts.slider.value)));
    parts.speed.value = sliderOf(6);
    parts.speed.addEventListener("input", () => this._setSpeed());
    parts.zoomIn.addEventListener("click", () => this.tree.zoom(1.3));
    parts.zoomOut.addEventListener("click", () => this.tree.zoom(1 / 1.3));
    parts.follow.addEventListener("click", () => this.tree.follow());
    parts.unfold.addEventListener("click", () => this.tree.unfoldAll());
    parts.solution.addEventListener("click", () => this.playSolution());
    parts.large.addEventListener("click", () => this._enlarge());
    this.addEventListener("keydown", (event) => this._key(event));
    this.addEventListener("node", ({ detail: node }) => {
      this.showPane("tree"); // where a node is told of
      this.inspect(node);
    });
    this._setSpeed();
  }

  /** Fills the window, or goes back to its place on the page. */
  _enlarge(large = !this.parts.film.classList.contains("large")) {
    this.parts.film.classList.toggle("large", large);
    this.parts.large.setAttribute("aria-pressed", String(large));
    if (this.film) this._render(false);
  }

  _setSpeed() {
    const speed = speedOf(Number(this.parts.speed.value));
    if (this.head) this.head.speed = speed;
    const words = speed < 10 ? speed.toFixed(1) : whole(speed);
    this.parts.speedWords.textContent = `${words} events per second`;
    this.parts.speed.setAttribute("aria-valuetext", this.parts.speedWords.textContent);
  }

  _key(event) {
    const [target] = event.composedPath(); // also where the panes stand in a shadow
    const typing = target.matches?.("input, select, textarea, summary");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.film) return;
    const back = event.shiftKey ? -1 : 1;
    const actions = {
      ArrowRight: () => this._act((h) => (event.shiftKey ? h.jump("expansion") : h.step(1))),
      ArrowLeft: () => this._act((h) => (event.shiftKey ? h.jump("expansion", -1) : h.step(-1))),
      Home: () => this._act((head) => head.go(0)),
      End: () => this._act((head) => head.go(head.last)),
      b: () => this._act((head) => head.jump("bound", back)),
      B: () => this._act((head) => head.jump("bound", -1)),
      g: () => this._act((head) => head.jump("goal") || head.go(head.last)),
      " ": () => target.matches?.("button") || this.toggle(),
      Escape: () => (this.inspector.element.hidden ? this._enlarge(false) : this.inspect(-1)),
    };
    if (!actions[event.key] || (event.key === " " && target.matches?.("button"))) return;
    event.preventDefault();
    actions[event.key]();
  }

  _sayPlaying() {
    const { play } = this.parts;
    setIcon(play, this.head.playing ? "pause" : "play");
    play.setAttribute("aria-label", this.head.playing ? "Pause" : "Play");
    // Screen readers would drown in a running film; they hear each step when it stands.
    this.parts.words.setAttribute("aria-live", this.head.playing ? "off" : "polite");
  }

  _sayView(view) {
    const { cap, unfold } = this.parts;
    unfold.hidden = !this.tree.folded.size;
    const capped = view.total > view.shown;
    cap.hidden = !capped;
    cap.textContent = capped
      ? `${whole(view.shown)} of ${whole(view.total)} nodes drawn, nearest the path; +n opens the rest`
      : "";
  }

  _render(glide) {
    const { parts, film, head } = this;
    const event = head.at;
    const focus = film.focus(event);
    this._stopSolution();
    parts.solution.hidden = !(head.atEnd && film.result?.moves);
    parts.slider.value = event;
    const place = `Event ${whole(event + 1)} of ${whole(film.length)}`;
    parts.slider.setAttribute("aria-valuetext", place);
    parts.place.textContent = place;
    const words = narrate(film, event);
    const end = head.atEnd && film.truncated ? " The film ends here: it is full." : "";
    parts.words.textContent = words + end;
    showCode(parts.code, null, this.lines[film.kind[event]]);
    if (focus >= 0) parts.board.cells = [...film.cells(focus)];
    showCounters(parts, this.tallies.at(event), this.reached.count(event), film.boundAt(event));
    showFrontier(parts, this, event);
    showReached(parts, this, event);
    parts.census.show(event);
    this.tree.show(event, glide);
    parts.tree.setAttribute("aria-label", `Search tree at event ${event + 1}: ${words}`);
    paintTimeline(parts.timeline, this.tallies, event, film.length, film.bounds);
    this.dispatchEvent(new CustomEvent("step", { detail: event }));
  }
}

if (!customElements.get("search-film")) customElements.define("search-film", SearchFilm);
