// The description of the API as a page to read, made from the OpenAPI description.

import { get } from "./net/client.js";
import { h, marked } from "./ui/dom.js";

/** A schema in a few words, in which the names of others lead to them. */
function kind(schema) {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return h("a", { href: `#${name}` }, name);
  }
  if (schema.anyOf) return h("span", {}, schema.anyOf.map(kind).flatMap(afterOr));
  if (schema.type === "array") return h("span", {}, "list of ", kind(schema.items ?? {}));
  return schema.type ?? "anything";
}

const afterOr = (option, at) => (at ? [" or ", option] : [option]);

function response([status, { description, content = {} }]) {
  const kinds = Object.values(content).flatMap(({ schema }) =>
    schema ? [": ", kind(schema)] : [],
  );
  return h("li", {}, h("b", {}, status), ` ${description}`, kinds);
}

function operation(method, path, { description = "", requestBody, responses }) {
  const body = requestBody?.content["application/json"];
  return h(
    "section",
    {},
    h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)),
    h("p", {}, marked(description)),
    body ? h("p", {}, "Takes ", kind(body.schema), ".") : null,
    h(
      "details",
      {},
      h("summary", {}, "Answers"),
      h("ul", {}, Object.entries(responses).map(response)),
    ),
  );
}

function schema(name, { description = "", properties = {}, required = [] }) {
  const rows = Object.entries(properties).map(([field, value]) =>
    h(
      "tr",
      {},
      h("td", {}, h("code", {}, field)),
      h("td", {}, kind(value), required.includes(field) ? "" : ", optional"),
      h("td", {}, marked(value.description ?? "")),
    ),
  );
  return [
    h("h3", { id: name }, name),
    h("p", {}, marked(description)),
    h("table", {}, h("tbody", {}, rows)),
  ];
}

const { info, paths, components } = await get("/api/openapi.json");
document.querySelector("#description").textContent = info.description;
for (const [path, methods] of Object.entries(paths))
  for (const [method, described] of Object.entries(methods))
    document.querySelector("#operations").append(operation(method, path, described));
for (const [name, described] of Object.entries(components.schemas))
  document.querySelector("#schemas").append(...schema(name, described));
