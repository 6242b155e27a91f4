// Speaking to the server. Every failure becomes an ApiError with words that can be shown.

export class ApiError extends Error {
  constructor(title, status, problems, extra = {}) {
    super(problems[0] ?? title);
    Object.assign(this, { title, status, problems, extra });
  }

  /** Whether the server could not be reached at all. */
  get offline() {
    return this.status === 0;
  }
}

export async function request(method, path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method,
      signal,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    document.dispatchEvent(new CustomEvent("serverlost"));
    throw new ApiError("The server does not answer", 0, [
      "The server cannot be reached. The board stays playable; the page tries again by itself.",
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
    return new ApiError("The server could not answer", response.status, [response.statusText]);
  }
}

export const get = (path, signal) => request("GET", path, undefined, signal);
export const post = (path, body, signal) => request("POST", path, body, signal);

let catalogue = null;

/** What the lab can do; asked for once, and again after a failure. */
export function fetchCatalogue() {
  catalogue ??= get("/api/catalogue").catch((error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}
