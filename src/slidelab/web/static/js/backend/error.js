// Errors of a backend, in words for the page.

export class BackendError extends Error {
  /**
   * @param {string} title
   * @param {string[]} problems
   */
  constructor(title, problems) {
    super(problems.join(" ") || title);
    this.title = title;
    this.problems = problems;
  }
}

/**
 * Return the result of a job; throws BackendError if it fails.
 * @param {AsyncIterable<import("./types.js").JobEvent>} events
 * @param {(event: import("./types.js").JobEvent) => void} [onevent] gets the events before it
 * @returns {Promise<any>}
 */
export async function resultOf(events, onevent = () => {}) {
  for await (const event of events) {
    if (event.event === "result") return event.result;
    if (event.event === "error") throw new BackendError(event.title, event.problems);
    onevent(event);
  }
  throw new BackendError("The connection was lost", ["The search was stopped. Start it again."]);
}
