// Start the page: theme, header, and the view that the address names. VIEWS lists the views.

import { backend } from "./backend/chosen.js";
import { fetchCatalogue } from "./backend/jobs.js";
import { problem } from "./problem.js";
import { DEFAULTS, decodeLink, encodeLink } from "./puzzle/link.js";
import { comparison } from "./store.js";
import { ProblemBar } from "./ui/bar.js";
import { h } from "./ui/dom.js";
import { icon } from "./ui/icons.js";
import { notice, problemBox } from "./ui/notice.js";
import { isDark, startTheme, toggleTheme } from "./ui/theme.js";
import CodeView from "./views/code.js";
import CompareView from "./views/compare.js";
import ExplainView from "./views/explain.js";
import HelpView from "./views/help.js";
import HeuristicsView from "./views/heuristics.js";
import PlayView from "./views/play.js";
import SolveView from "./views/solve.js";
import StatisticsView from "./views/statistics.js";
import WatchView from "./views/watch.js";

/**
 * @typedef {object} ViewEntry
 * @property {string} title
 * @property {new (catalogue: Catalogue) => View} View
 * @property {{algorithm?: "any" | "named", folded?: boolean}} [bar]
 * @property {boolean} [isInFooter]
 * @import { View } from "./ui/view.js"
 */

// `bar` says which settings of the problem a view shows; without it there is none.
const small = matchMedia("(max-height: 720px), (max-width: 720px)");
/** @type {Record<string, ViewEntry>} */
const VIEWS = {
  play: { title: "Play", View: PlayView },
  solve: { title: "Solve", View: SolveView, bar: { algorithm: "any" } },
  watch: { title: "Watch", View: WatchView, bar: { algorithm: "named", folded: true } },
  compare: { title: "Compare", View: CompareView, bar: {} },
  explain: { title: "Explain", View: ExplainView, bar: { folded: true } },
  statistics: { title: "Statistics", View: StatisticsView },
  heuristics: { title: "Heuristics", View: HeuristicsView },
  code: { title: "Code", View: CodeView },
  help: { title: "Help", View: HelpView, isInFooter: true },
};

const main = part("main");
const nav = part(".views");
/** The views that were opened, by name. @type {Map<string, View>} */
const opened = new Map();
let shown = "";
const bar = new ProblemBar(() => ({
  name: shown,
  view: opened.get(shown),
}));

/** Return an element of index.html. */
function part(/** @type {string} */ selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

function drawHeader() {
  nav.append(
    ...Object.entries(VIEWS)
      .filter(([, { isInFooter }]) => !isInFooter)
      .map(([name, { title }]) => h("a", { href: `#/${name}`, "data-view": name }, title)),
  );
  part(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address names the view and must stay as it is
    main.focus();
  });
  const theme = part("#theme");
  const draw = () => {
    theme.replaceChildren(icon(isDark() ? "sun" : "moon"));
    theme.title = isDark() ? "Light theme" : "Dark theme";
    theme.setAttribute("aria-label", theme.title);
  };
  theme.addEventListener("click", toggleTheme);
  document.addEventListener("themechange", draw);
  draw();
}

const viewOf = (/** @type {{view: string}} */ { view }) =>
  Object.hasOwn(VIEWS, view) ? view : "play";

/** Return the catalogue and a view, made when it is first opened; Play needs no catalogue. */
async function makeView(/** @type {string} */ name) {
  const catalogue = /** @type {Catalogue} */ (name === "play" ? null : await fetchCatalogue());
  const view = opened.get(name) ?? new VIEWS[name].View(catalogue);
  opened.set(name, view);
  return { view, catalogue };
}

/** Show the view of the address, and take over its problem. */
async function route() {
  const link = decodeLink(location.hash);
  const name = viewOf(link);
  if ("cells" in link.problem)
    problem.update({ ...problem.value, ...DEFAULTS, ...link.problem }, "link");
  if (name === "compare" && link.rows.length)
    comparison.set({ ...comparison.value, rows: link.rows });
  problem.step = link.step ?? 0;
  for (const words of link.problems) notice(words);
  const first = !shown;
  if (!first && shown !== name) opened.get(shown)?.close();
  shown = name;
  if (!first && !("cells" in link.problem) && !link.entry) writeAddress();
  for (const anchor of nav.querySelectorAll("a")) {
    if (anchor.dataset.view === name) {
      anchor.setAttribute("aria-current", "page");
      // Not scrollIntoView, which would also move the start of the Tab order.
      nav.scrollLeft = anchor.offsetLeft - (nav.clientWidth - anchor.offsetWidth) / 2;
    } else anchor.removeAttribute("aria-current");
  }
  document.title = `${VIEWS[name].title} · slidelab`;
  try {
    const { view, catalogue } = await makeView(name);
    if (shown !== name) return;
    const { title, bar: settings } = VIEWS[name];
    const above = settings ? [bar.element] : [];
    if (!main.contains(view.element)) main.replaceChildren(...above, view.element);
    if (settings) bar.show(name, catalogue, { title, folded: small.matches, ...settings });
    view.open(link.entry);
  } catch (error) {
    if (shown === name) main.replaceChildren(problemBox(error));
  }
  if (!first && !link.entry) {
    scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
}

const writeAddress = () =>
  history.replaceState(
    null,
    "",
    encodeLink(shown, problem.value, { ...opened.get(shown)?.extras(), step: null }),
  );

/** Update the address when the problem changes, without filling the history. */
function syncAddress() {
  let timer = 0;
  const writeSoon = () => {
    const before = location.hash;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Unless another address was opened meanwhile.
      if (location.hash === before) writeAddress();
    }, 150);
  };
  problem.addEventListener("change", ({ detail }) => {
    if (detail.source !== "link") writeSoon();
  });
  comparison.addEventListener("change", writeSoon);
}

/** After a reload, show the stored problem: the address may have been older. */
function restoreAddress() {
  const [visit] = performance.getEntriesByType("navigation");
  if (!(visit instanceof PerformanceNavigationTiming) || visit.type !== "reload") return;
  const link = decodeLink(location.hash);
  if (!link.entry) history.replaceState(null, "", encodeLink(viewOf(link), problem.value, link));
}

startTheme();
drawHeader();
syncAddress();
addEventListener("hashchange", route);
restoreAddress();
backend.onloading((words) => {
  part(".compiling").textContent = words;
});
route();
fetchCatalogue().then(
  ({ version, docs }) => {
    part("#version").textContent = version;
    if (docs) part(".foot").append(h("a", { href: docs }, "The docs"));
  },
  () => null,
);
