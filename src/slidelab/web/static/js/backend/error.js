// Errors of a backend, in words for the page.

export class BackendError extends Error {
  /** @param {string} title @param {string[]} problems */
  constructor(title, problems) {
    super(problems.join(" ") || title);
    this.title = title;
    this.problems = problems;
  }
}
