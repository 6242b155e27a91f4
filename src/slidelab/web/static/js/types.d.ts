// Names for what the modules hand to each other; `make tsc` checks that they fit.

/** Rows and columns of a board. */
interface Shape {
  rows: number;
  cols: number;
}

/** The tiles row by row, 0 for the blank. */
type Cells = number[];

/** A goal by its name, or as cells. */
type Goal = string | Cells;

/** What every view works on. */
interface Problem {
  shape: Shape;
  cells: Cells;
  goal: Goal;
  algorithm: string;
  heuristic: string;
  preset: string;
  engine: string;
  conventions: Record<string, any>;
  parameters: Record<string, any>;
}

/** What the server counted, by the names of the catalogue's counters. */
type Counters = Record<string, number>;

/** A search that was made and what it found, as the server describes it. */
interface SearchResult {
  algorithm: string;
  heuristic: string | null;
  preset: string;
  deviations: Record<string, unknown>;
  engine: string;
  status: string;
  cost: number | null;
  lower_bound: number | null;
  moves: string | null;
  start: Cells;
  goal: Cells;
  shape: string;
  reason?: string;
  proof?: { length: number; bounds: [number, number][] };
  /** Files to save, by name. */
  files: Record<string, string>;
  [counter: string]: unknown;
}

/** How chance drew a board: at a distance from the goal, or from all boards. */
interface Draw {
  distance: number | null;
}

interface Page {
  name: string;
  title?: string;
  summary: string;
  [more: string]: any;
}

/** What can be chosen, as `GET /api/catalogue` tells it. */
interface Catalogue {
  version: string;
  algorithms: Page[];
  heuristics: Page[];
  presets: Page[];
  conventions: Page[];
  counters: Page[];
  terms: Page[];
  engines: string[];
  docs: string;
  limits: Record<string, number>;
  /** The most cells of boards that are solved at once, exactly within seconds, or at all. */
  sizes: { small: number; exact: number; provable: number };
  [more: string]: any;
}

interface Event {
  /** What a CustomEvent carries: stores and elements of the page fire no others. */
  readonly detail?: any;
}

interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}

declare module "*.css" {
  const text: string;
  export default text;
}
