// The length of a shortest path, to compare other paths with.

import { requestBody } from "../puzzle/link.js";
import { fetchCatalogue, runJob } from "./jobs.js";

/**
 * From a search that promises a shortest path, or by one more search where that is quick; null
 * where it is not known. `found`: [{cost, promises}] of the searches that were made.
 * @param {Problem} problem @param {{cost?: number | null, promises: boolean}[]} found
 * @param {AbortSignal} signal
 */
export async function findShortest(problem, found, signal) {
  const solved = found.filter(({ cost }) => cost !== null && cost !== undefined);
  const promised = solved.find(({ promises }) => promises);
  if (promised) return promised.cost ?? null;
  const { sizes } = await fetchCatalogue();
  if (!solved.length || problem.cells.length > sizes.exact) return null;
  const body = requestBody({ ...problem, algorithm: "auto", parameters: {} });
  const { status, cost } = await runJob("search", body, { signal });
  return status === "solved" ? cost : null;
}
