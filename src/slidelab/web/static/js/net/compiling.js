// Says how far the server is with compiling the searches, or the page with loading Python where
// there is no server; and nothing once that is done.

import { send } from "./transport.js";

const AGAIN = 1000;
const COMPILING = "Compiling the searches (first use only)";

export async function followCompiling(place) {
  const compiling = await progress();
  place.textContent = compiling?.total
    ? `${compiling.doing ?? COMPILING}: ${compiling.done} of ${compiling.total}${compiling.unit ?? ""}…`
    : "";
  if (compiling) setTimeout(followCompiling, AGAIN, place);
}

async function progress() {
  try {
    return (await (await send("/api/health", { cache: "no-store" })).json()).compiling;
  } catch {
    return null; // the server is away, which others say
  }
}
