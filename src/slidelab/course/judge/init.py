"""A `program.toml` that explains itself: each key with what it means."""

import re
from json import dumps
from typing import Any

from pydantic import BaseModel

from slidelab.course.judge.program import merge_values, protocol_values
from slidelab.course.judge.program_file import ProgramFile
from slidelab.solving.text_layout import wrap

WIDTH = 98


def write_commented(values: dict[str, Any]) -> str:
    """The text of a file that says these values; what it leaves as usual stands in comments."""
    ready = protocol_values(values["protocol"]) if values.get("protocol") else {}
    known = merge_values(ready, values)
    keys, tables = ["# How slidelab judge calls this program and reads its answers.\n"], []
    for name, field in ProgramFile.model_fields.items():
        inner = field.annotation
        meaning = field.description or (inner.__doc__ if isinstance(inner, type) else "") or ""
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            tables.append(_table(name, meaning, inner, values.get(name, {}), known.get(name, {})))
        elif name in ("algorithms", "fields"):
            given = values.get(name, {})
            lines = [_line(k, v, k in given) for k, v in known.get(name, {}).items()]
            tables.append("\n".join([_comment(meaning), f"[{name}]", *lines]))
        else:
            default = "" if field.is_required() or field.default is None else field.default
            value = known.get(name, default)
            keys.append(f"{_comment(meaning)}\n{_line(name, value, name in values)}\n")
    # A table that is only begun would hide the protocol's own.
    return "\n".join(keys) + "\n" + "\n\n".join(map(_quiet, tables)) + "\n"


def _table(
    name: str, meaning: str, model: type[BaseModel], given: dict[str, Any], known: dict[str, Any]
) -> str:
    lines = [_comment(meaning), f"[{name}]"]
    for key, field in model.model_fields.items():
        written = field.alias or key
        value = known.get(written, field.default)
        lines += [_comment(field.description or ""), _line(written, value, written in given)]
    return "\n".join(lines)


def _quiet(table: str) -> str:
    """A table none of whose keys is said is left as a comment."""
    lines = table.splitlines()
    says = any(line and line[0] not in "#[" for line in lines)
    return table if says else "\n".join(f"# {ln}" if ln[:1] == "[" else ln for ln in lines)


def _line(key: str, value: Any, is_given: bool) -> str:
    return f"{'' if is_given else '# '}{_key(key)} = {_toml(value)}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else dumps(name, ensure_ascii=False)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, str):
        # A pattern is full of backslashes, which mean nothing between single quotes.
        plain = "\\" in value and "'" not in value and "\n" not in value
        return f"'{value}'" if plain else dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _comment(text: str) -> str:
    return "\n".join(f"# {line}" for line in wrap(text, WIDTH).splitlines())
