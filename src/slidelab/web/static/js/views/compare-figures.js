// What a row of a comparison shows: one search's figures, or the means of several with their spread.

import { seconds, whole } from "../ui/dom.js";

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values) {
  const middle = mean(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1),
  );
}

/** The values of a field in all results of a row; none unless every one has it. */
export const valuesOf = (results, key) => {
  const values = results.map((result) => result[key]);
  return values.length && values.every((value) => typeof value === "number") ? values : [];
};

const tenths = (value) => Number(value.toFixed(1)).toLocaleString("en");

/** A value, or the mean of several ± their standard deviation, as the command line writes it. */
export function spread(values, key) {
  if (!values.length) return null;
  if (key === "seconds")
    return values.length === 1
      ? seconds(values[0])
      : `${seconds(mean(values))} ± ${seconds(deviation(values))}`;
  return values.length === 1
    ? whole(values[0])
    : `${tenths(mean(values))} ± ${tenths(deviation(values))}`;
}

/** How the searches of a row ended, in a word or two. */
export function outcome(results) {
  const solved = results.filter(({ cost }) => cost !== null && cost !== undefined).length;
  if (results.length > 1 && solved < results.length) return `${solved} of ${results.length} solved`;
  return results[0].status.replace("-", " ");
}
