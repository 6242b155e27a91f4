import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../src/slidelab/web/static/js/", import.meta.url));
const TEXTS = Object.fromEntries(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => [path, readFileSync(ROOT + path, "utf8")]),
);
const pathsWith = (pattern) => Object.keys(TEXTS).filter((path) => pattern.test(TEXTS[path]));

test("no module of a view is long", () => {
  const lengths = Object.entries(TEXTS).map(([path, text]) => [path, text.split("\n").length]);
  const long = lengths.filter(([path, lines]) => path.startsWith("views/") && lines > 300);
  assert.ok(lengths.length > 100);
  assert.deepEqual(long, []);
});

test("one module touches the browser's storage", () => {
  assert.deepEqual(pathsWith(/(local|session)Storage/), ["storage.js"]);
});

test("every view that is created follows the one protocol", () => {
  const views = pathsWith(/^export const create = /m);
  assert.equal(views.length, 8);
  for (const path of views) assert.match(TEXTS[path], /class \w+View extends View/, path);
});
