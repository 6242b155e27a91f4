// Files of code as part of a link: compressed, in letters that a link may have.

/** More would not open everywhere. */
const MOST_PACKED = 30_000;
const MOST_BYTES = 200_000;
const NAME = /^[A-Za-z]\w{0,39}\.py$/;
const KINDS = ["heuristic", "algorithm"];

/** @typedef {{name: string, kind: string, text: string}} SharedFile */

async function pass(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError("it is too long");
  }
}

/**
 * The files as text for a link; "" where there are none, null where they are too long for one.
 * @param {SharedFile[]} files
 */
export async function packCode(files) {
  if (!files.length) return "";
  const plain = files.map(({ name, kind, text }) => ({ name, kind, text }));
  const bytes = new TextEncoder().encode(JSON.stringify(plain));
  if (bytes.length > MOST_BYTES) return null;
  const packed = await pass(bytes, new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...packed))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return text.length > MOST_PACKED ? null : text.replaceAll("=", "");
}

/**
 * The files of a link; throws an Error where it has none that could be used.
 * @param {string} packed
 * @returns {Promise<SharedFile[]>}
 */
export async function unpackCode(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await pass(bytes, new DecompressionStream("deflate-raw"));
  const files = JSON.parse(new TextDecoder().decode(text));
  for (const { name, kind, text: code } of files)
    if (!NAME.test(name) || !KINDS.includes(kind) || typeof code !== "string")
      throw new TypeError("it has no files of code");
  return files;
}
