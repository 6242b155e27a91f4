// The backend of a written site, which has no server: Python in the page, loaded from the start.

import { loadAhead, pyodide } from "./pyodide.js";

export const backend = pyodide;

addEventListener("load", loadAhead);
