// Speaking to the server. Every failure becomes an ApiError with words that can be shown.

import { keepOffering } from "../own-code.js";
import { send } from "./transport.js";

/** What each kind of refusal means for the person who asked; the reasons follow it. */
const TITLES = {
  400: "The server did not understand this",
  403: "The server does not answer this page",
  404: "This is not there any more",
  408: "This took too long to arrive",
  409: "This cannot be done now",
  410: "The search is gone",
  413: "This is too large to send",
  422: "Check your input",
  429: "Too much at once",
  500: "Something went wrong",
  503: "The server can’t do this now",
};

/** The title of a problem in plain words. */
export const plainTitle = (status, title) => TITLES[status] ?? title;

class ApiError extends Error {
  constructor(title, status, problems, extra = {}) {
    super(problems[0] ?? title);
    this.title = plainTitle(status, title);
    this.status = status;
    /** @type {string[]} */
    this.problems = problems;
    this.extra = extra;
  }

  /** Whether the server could not be reached at all. */
  get offline() {
    return this.status === 0;
  }
}

/**
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
export async function request(method, path, body = undefined, signal = undefined) {
  let response;
  try {
    response = await send(path, {
      method,
      signal,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    document.dispatchEvent(new CustomEvent("serverlost"));
    throw new ApiError("The server does not answer", 0, [
      "Can't reach the server. You can keep playing; the page retries by itself.",
    ]);
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  throw await problemOf(response);
}

async function problemOf(response) {
  try {
    const { title, detail, problems, ...extra } = await response.json();
    const words = problems?.length ? problems : [detail ?? title];
    return new ApiError(title, response.status, words, extra);
  } catch {
    return new ApiError("The server could not answer", response.status, [
      `No details (HTTP ${response.status}).`,
    ]);
  }
}

export const get = (path, signal) => request("GET", path, undefined, signal);
export const post = (path, body, signal) => request("POST", path, body, signal);

/** @type {Promise<Catalogue> | null} */
let catalogue = null;

/**
 * What the lab can do; asked for once, and again after a failure.
 * @returns {Promise<Catalogue>}
 */
export function fetchCatalogue() {
  catalogue ??= get("/api/catalogue").then(keepOffering, (error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}
