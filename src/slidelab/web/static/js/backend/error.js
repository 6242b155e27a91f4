// Errors of a backend, in words to be shown.

export class BackendError extends Error {
  /**
   * @param {string} title
   * @param {string[]} problems
   * @param {{cells?: number[]}} [details] the cells concerned, where known
   */
  constructor(title, problems, { cells } = {}) {
    super(problems.join(" ") || title);
    this.title = title;
    this.problems = problems;
    this.cells = cells;
  }
}
