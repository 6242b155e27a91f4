// The backend of a written site: Python in the page, which is loaded at once.

import { preload, pyodide } from "./pyodide.js";

export const backend = pyodide;

addEventListener("load", preload);
