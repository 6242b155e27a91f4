// The error of a request that failed: a title, and each problem in a sentence.

export class BackendError extends Error {
  /** @param {string} title @param {string[]} problems */
  constructor(title, problems) {
    super(problems.join(" ") || title);
    this.title = title;
    this.problems = problems;
  }
}
