"""Join the modules of the page's elements into one script.

Pages and notebooks other than slidelab's own need a single text: a notebook takes a widget as one
module, and a page opened from the disk may not load modules at all. Each module becomes a function
that is called once and returns its exports.
"""

import re
from functools import cache
from json import dumps
from pathlib import Path

from slidelab.web.page import STATIC, imported_modules

_ENTRY = STATIC / "js" / "embed" / "embed.js"

_IMPORT = re.compile(r'^import (?:([^;"]+) from )?"(\.[^"]+)"[^;]*;$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_COMMENT = re.compile(r"^\s*//[^\n]*\n|/\*\*.*?\*/\s*|^\s+", re.M | re.S)


@cache
def embedded_script() -> str:
    """Return the script that gives a page `<slide-board>`, `<slide-player>` and `<search-film>`.

    It can be loaded twice: the first one on a page serves all.
    """
    modules = "".join(map(_write_module, imported_modules(_ENTRY)))
    return f"globalThis.slidelab ??= (() => {{\nconst modules = {{}};\n{modules}" + (
        f"return {_place(_ENTRY)};\n}})();\n"
    )


@cache
def widget_module() -> str:
    """Return the same as one ES module, as anywidget asks for it."""
    return f"{embedded_script()}export default globalThis.slidelab.widget;\n"


def _write_module(path: Path) -> str:
    """Return a statement that runs a module, or reads a style sheet, and keeps its exports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        style = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.S).split())
        return f"{_place(path)} = {{ default: {dumps(style)} }};\n"

    def take(found: re.Match[str]) -> str:
        names, module = found[1], _place((path.parent / found[2]).resolve())
        if names is None:
            return ""
        names = names.replace(" as ", ": ") if names.startswith("{") else f"{{ default: {names} }}"
        return f"const {names} = {module};"

    exports = _EXPORT.findall(text)
    body = _EXPORT.sub("", _COMMENT.sub("", _IMPORT.sub(take, text)))
    if "\nexport default " in body:
        body = body.replace("\nexport default ", "\nconst byDefault = ")
        exports.append("default: byDefault")
    return f"{_place(path)} = (() => {{\n{body}return {{ {', '.join(exports)} }};\n}})();\n"


def _place(path: Path) -> str:
    return f'modules["{path.relative_to(STATIC).as_posix()}"]'
