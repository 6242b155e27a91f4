"""The description of the API as a page to read, made from the OpenAPI description."""

from html import escape
from typing import Any

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>slidelab: the JSON API</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/css/base.css">
</head>
<body>
<main>
<h1>The JSON API</h1>
<p>{description} <a href="/api/openapi.json">The same as OpenAPI</a> ·
<a href="/">Back to the lab</a></p>
<p>Problems come as <code>application/problem+json</code>. Boards are lists of tiles, row by row,
0 for the blank; moves are the letters U, D, L and R of the blank's direction.</p>
{operations}
<h2 id="schemas">Schemas</h2>
{schemas}
</main>
</body>
</html>
"""


def api_page(openapi: dict[str, Any]) -> str:
    """The page."""
    operations = [
        _operation(method, path, operation)
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [_schema(name, s) for name, s in openapi["components"]["schemas"].items()]
    return _PAGE.format(
        description=escape(openapi["info"]["description"]),
        operations="\n".join(operations),
        schemas="\n".join(schemas),
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    takes = f"<p>Takes {_kind(body['schema'])}.</p>" if body else ""
    answers = "".join(
        f"<li><b>{escape(status)}</b> {escape(answer['description'])}{_gives(answer)}</li>"
        for status, answer in operation["responses"].items()
    )
    return (
        f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p>{escape(operation.get('description', ''))}</p>{takes}"
        f"<details><summary>Answers</summary><ul>{answers}</ul></details></section>"
    )


def _gives(answer: dict[str, Any]) -> str:
    kinds = [_kind(c["schema"]) for c in answer.get("content", {}).values() if c.get("schema")]
    return f": {', '.join(kinds)}" if kinds else ""


def _schema(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{_kind(value)}"
        f"{'' if field in required else ', optional'}</td>"
        f"<td>{escape(value.get('description', ''))}</td></tr>"
        for field, value in schema.get("properties", {}).items()
    )
    return (
        f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{escape(schema.get("description", ""))}</p>'
        f"<table><tbody>{rows}</tbody></table>"
    )


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words.

    >>> _kind({"type": "array", "items": {"type": "integer"}})
    'list of integer'
    """
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_kind(option) for option in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
