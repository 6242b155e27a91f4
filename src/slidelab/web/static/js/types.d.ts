// Types of what the modules pass to each other; `make lint` checks them with tsc.

/** Rows and columns of a board. */
interface Shape {
  rows: number;
  cols: number;
}

/** The tiles row by row, 0 for the blank. */
type Cells = number[];

/** A goal by its name, or as cells. */
type Goal = string | Cells;

/** A board with its shape and its goal. */
interface BoardData {
  cells: Cells;
  shape: Shape;
  goal: Goal;
}

/** The value of a convention or a parameter. */
type Setting = string | number | boolean;
type Settings = Record<string, Setting>;

/** The problem that all views work on. */
interface Problem extends BoardData {
  algorithm: string;
  heuristic: string;
  preset: string;
  engine: string;
  conventions: Settings;
  parameters: Settings;
}

/** How a board was drawn at random: at this distance from the goal, or null for any. */
interface Drawn {
  distance: number | null;
}

// The catalogue: what can be chosen.

interface Page {
  name: string;
  title?: string;
  summary: string;
}

/** What is declared about an algorithm. */
interface Traits extends Page {
  title: string;
  description?: string;
  optimal: string;
  complete: string;
  time: string;
  memory: string;
  informed: boolean;
  frontier: string;
  parameters: Parameter[];
}

interface AlgorithmPage extends Traits {
  description: string;
  pseudocode: PseudocodeLine[];
}

interface Parameter extends Page {
  type: "int" | "float" | "str" | "bool";
  default: Setting;
  least: number | null;
  allowed: string;
}

interface PseudocodeLine {
  text: string;
  events: string[];
}

interface HeuristicPage extends Page {
  description: string;
  /** Null where nothing is promised. */
  admissible: boolean | null;
  consistent: boolean | null;
}

interface Conventions extends Settings {
  order: string;
  duplicates: string;
}

interface PresetPage extends Page {
  conventions: Conventions;
}

interface ConventionPage extends Page {
  default: Setting;
  kind: "yes-or-no" | "words";
  values: string[];
  subject: string;
  /** What each value does, by the value. */
  effects: Record<string, string>;
}

interface CounterPage extends Page {
  name: keyof Counted;
  label: string;
  unit: "nodes" | "moves" | "seconds" | "bytes";
}

/** What can be chosen, as `GET /api/catalogue` sends it. */
interface Catalogue {
  version: string;
  algorithms: AlgorithmPage[];
  heuristics: HeuristicPage[];
  presets: PresetPage[];
  conventions: ConventionPage[];
  counters: CounterPage[];
  terms: Page[];
  engines: string[];
  docs: string;
  limits: { film_events: number };
  /** The most cells of boards that are solved exactly within seconds. */
  sizes: { exact: number };
}

// Requests to Python and their answers.

/** The fields of a request; each kind has some of them. */
interface RequestBody {
  cells?: Cells;
  shape?: string;
  goal?: Goal;
  algorithm?: string | null;
  heuristic?: string | null;
  preset?: string;
  conventions?: Settings;
  parameters?: Settings;
  engine?: string;
  seconds?: number;
  rows?: string[];
  /** Whether to run in the page, so that times can be compared with a visitor's own code. */
  in_page?: boolean;
  [more: string]: unknown;
}

/** What a search counted, by the names of the catalogue's counters. */
interface Counted {
  expanded: number;
  generated: number;
  duplicates: number;
  frontier: number;
  max_frontier: number;
  search_depth: number;
  max_depth: number;
  seconds: number;
  peak_memory_bytes: number;
}

type Counters = Partial<Counted>;

/** One of the searches behind a row, as the body of its request has it. */
interface SearchFields extends RequestBody {
  conventions: Settings;
  parameters: Settings;
}

/** What a row of a comparison stands for. */
interface RowPlan {
  label: string;
  counted_as: string | null;
  promises_shortest: boolean;
  searches: SearchFields[];
}

interface SearchResult extends Counted {
  status: string;
  start: Cells;
  goal: Cells;
  shape: string;
  algorithm: string;
  heuristic: string | null;
  parameters: Settings;
  preset: string;
  conventions: Conventions;
  deviations: Settings;
  counted_as: string;
  engine: string;
  cost: number | null;
  lower_bound: number | null;
  /** The blank's moves as letters. */
  moves: string | null;
  reason?: string;
  /** The proof that no path is shorter: the nodes within each bound. */
  proof?: { length: number; bounds: [number, number][] };
  files: { "output.txt": string; "result.csv": string };
}

/** A film as it is sent: columns are base64 of little-endian numbers. */
interface FilmData {
  algorithm: string;
  heuristic: string | null;
  start: Cells;
  goal: Cells;
  shape: string;
  frontier: FrontierKind;
  ties: string;
  truncated: boolean;
  status: string;
  reason: string;
  nodes: {
    parent: string;
    move: string;
    tiles?: string;
    g: string;
    h: string;
    f: string;
    f64?: string;
  };
  events: { kind: string; node: string; value?: string };
  subgoals: string[];
  /** The boards of nodes without a parent. */
  roots: Record<number, Cells>;
  result: { cost: number | null; moves: string | null };
}

type FrontierKind =
  | "queue"
  | "stack"
  | "priority"
  | "path"
  | "two-queues"
  | "layers"
  | "single";

/** A few hundred moments of a search. */
interface TraceData {
  status: string;
  cost: number | null;
  shape: string;
  expanded: number[];
  frontier: number[];
  depth: number[];
  lowest_h: (number | null)[];
  /** Board after board, as base64 of 16-bit cells. */
  boards: string;
}

/** A board on which a heuristic breaks a promise. */
interface Counterexample {
  board: Cells;
  distance: number | null;
  h: number;
  neighbour: Cells | null;
  words: string;
}

interface Proof {
  status: string;
  heuristic: string;
  goal: Cells;
  shape: string;
  count_blank: boolean;
  complete: boolean;
  boards: number;
  measured: number;
  admissible: boolean;
  overestimated: number;
  overestimate: Counterexample | null;
  consistent: boolean;
  inconsistent_moves: number;
  inconsistency: Counterexample | null;
  exact: number;
  mean_error: number;
  strength: string;
  errors: Record<string, number>[];
  orderings: Record<string, string | number>[];
  costs: Record<string, number | null>[];
}

/** Conventions that lead to the numbers, or nearly so. */
interface Match {
  algorithm: string;
  heuristic: string | null;
  preset: string;
  words: string;
  deviations: Settings;
  reasons: string[];
  conventions: Conventions;
  /** Of the nearest only: what the program printed, and what these conventions give. */
  differences?: Record<string, { printed: number; came_out: number | null }>;
}

interface NextBoard {
  board: Cells;
  counter: string;
  predictions: (number | null)[];
}

interface Explanation {
  status: string;
  /** How many there are; only the first are sent. */
  matches: Match[];
  nearest: Match[];
  next_board: NextBoard | null;
  hints: string[];
  tried: number;
  warning: string;
}

/** What a visitor's file defines, and how it did on a board. */
interface LoadedCode {
  heuristics: HeuristicPage[];
  algorithms: AlgorithmPage[];
  tried: TriedCode[];
}

interface TriedCode {
  name: string;
  /** The estimates of a heuristic. */
  start?: number;
  goal?: number;
  /** The status of an algorithm on an easy board. */
  easy?: string;
  cost?: number | null;
}

/** The averages of recorded searches that agree in all but their measures. */
interface Averages {
  algorithm: string;
  heuristic: string | null;
  parameters: string;
  counted_as: string;
  shape: string;
  goal: string;
  engine: string;
  cost: number | null;
  status: string;
  trials: number;
  seconds_mean: number | null;
  expanded_mean: number | null;
  max_frontier_mean: number | null;
  max_depth_mean: number | null;
}

/** A recorded search. */
type Trial = Record<string, Setting | null>;

interface Statistics {
  recording: boolean;
  trials: number;
  rows: Averages[];
  csv: string;
}

/** The answers of quick requests, by kind. */
interface Answers {
  check: { cells: Cells; shape: string };
  rows: { rows: RowPlan[] };
  scramble: { cells: Cells };
  stats: Statistics;
  found: SearchResult;
}

/** The results of jobs, by kind. */
interface Results {
  search: SearchResult;
  film: FilmData;
  trace: TraceData;
  prove: Proof;
  explain: Explanation;
  code: LoadedCode;
}

/** How far a job is. */
interface Progress {
  counters: Counters;
  doing: string;
  fraction: number | null;
  /** How many events of a film are recorded. */
  events?: number;
  /** The explanations so far. */
  matches?: Match[];
}

type JobEvent =
  | { event: "queued"; position: number }
  | ({ event: "progress" } & Partial<Progress>)
  | { event: "improved"; best: Results[keyof Results]; counters?: Counters };

/** A request that failed, and why. */
interface Failure {
  title: string;
  problems: string[];
}

/** A message about a job: an event, or how it ended. */
type Message =
  | JobEvent
  | { event: "result"; result: any }
  | ({ event: "error" } & Failure);

/** Where slidelab's Python runs: on a server, or in the page. */
interface Backend {
  hasServer: boolean;
  catalogue(): Promise<Catalogue>;
  /** Make a quick request. */
  ask<Kind extends keyof Answers>(kind: Kind, body: RequestBody): Promise<Answers[Kind]>;
  /** Run a job and return its result. Throws BackendError; the signal stops the job. */
  run<Kind extends keyof Results>(
    kind: Kind,
    body: RequestBody,
    onevent: (event: JobEvent) => void,
    signal?: AbortSignal,
  ): Promise<Results[Kind]>;
  /** Averages of recorded searches. */
  stats(chosen: Record<string, string>): Promise<Statistics>;
  /** Show how far Python is with loading. */
  onloading(show: (words: string) => void): void;
}

// Classes that many modules name in their types.

type Film = import("./film/film.js").Film;
type SearchFilm = import("./elements/search-film.js").SearchFilm;
type SlideBoard = import("./elements/slide-board.js").SlideBoard;
type SlidePlayer = import("./elements/slide-player.js").SlidePlayer;
type Context = CanvasRenderingContext2D;
type Palette = import("./paint/palette.js").Palette;

// Elements of the page.

/** What `h` makes of "tag.class.class". */
type ElementOf<Name extends string> = Name extends `${infer Tag}.${string}`
  ? TagElement<Tag>
  : TagElement<Name>;
type TagElement<Tag> = Tag extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[Tag]
  : HTMLElement;

/** What an element can hold. */
type Child = string | number | Node | null | undefined | readonly Child[];

type Listeners = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name]) => unknown;
};

/** Attributes and listeners of an element; what is null or false is left out. */
interface Attributes extends Listeners {
  [name: string]: string | number | boolean | null | undefined | ((event: never) => unknown);
}

/** What the page uses of Plotly. */
interface PlotlyModule {
  react(area: HTMLElement, traces: object[], layout: object, options: object): Promise<unknown>;
  relayout(area: HTMLElement, changes: object): Promise<unknown>;
  downloadImage(area: HTMLElement, options: object): Promise<string>;
}
declare var Plotly: PlotlyModule;

interface HTMLElementTagNameMap {
  "slide-board": SlideBoard;
  "slide-player": SlidePlayer;
  "search-film": SearchFilm;
}

interface Event {
  /** What a CustomEvent carries: stores and elements of the page fire no others. */
  readonly detail?: any;
}

declare module "*.css" {
  const text: string;
  export default text;
}
