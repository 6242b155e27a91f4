// Says how far the server is with compiling the searches, and nothing once they are compiled.

const AGAIN = 1000;

export async function followCompiling(place) {
  const compiling = await progress();
  place.textContent = compiling?.total
    ? `Compiling the searches (first use only): ${compiling.done} of ${compiling.total}…`
    : "";
  if (compiling) setTimeout(followCompiling, AGAIN, place);
}

async function progress() {
  try {
    return (await (await fetch("/api/health", { cache: "no-store" })).json()).compiling;
  } catch {
    return null; // the server is away, which others say
  }
}
