"""Join ES modules into one script, which browsers load faster than dozens.

Pages and notebooks other than slidelab's own even need a single text: a notebook takes a widget as
one module, and a page opened from the disk may not load modules at all. Each module becomes a
function that is called once and returns its exports.
"""

import re
from functools import cache
from json import dumps
from os.path import relpath
from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"
"""The folder of the page's files."""

_IMPORT = re.compile(r'^import (?:([^;"]+) from )?"(\.[^"]+)"[^;]*;$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_COMMENT = re.compile(r"^ *//[^\n]*\n|/\*\*.*?\*/\s?", re.M | re.S)


@cache
def embedded_script() -> str:
    """Return the script that gives a page `<slide-board>`, `<slide-player>` and `<search-film>`.

    It can be loaded twice: the first one on a page serves all.
    """
    modules = join_modules(STATIC / "js" / "embed" / "embed.js")
    return f'globalThis.slidelab ??= (() => {{\n{modules}return modules["embed.js"];\n}})();\n'


@cache
def widget_module() -> str:
    """Return the same as one ES module, for anywidget."""
    return f"{embedded_script()}export default globalThis.slidelab.widget;\n"


def join_modules(entry: Path) -> str:
    """Return a module and all that it imports as one module."""
    modules = _imported_modules(entry.resolve())
    return "const modules = {};\n" + "".join(_write_module(path, entry) for path in modules)


def _imported_modules(entry: Path) -> list[Path]:
    """Return a module and all that it imports, each after the modules that it imports."""
    found: list[Path] = []

    def add(path: Path) -> None:
        if path not in found:
            for _, name in _IMPORT.findall(path.read_text(encoding="utf-8")):
                add((path.parent / name).resolve())
            found.append(path)

    add(entry)
    return found


def _write_module(path: Path, entry: Path) -> str:
    """Return a statement that runs a module, or reads a style sheet, and keeps its exports."""

    def place(module: Path) -> str:
        return dumps(Path(relpath(module, entry.parent)).as_posix())

    def take(found: re.Match[str]) -> str:
        names, module = found[1], f"modules[{place(path.parent / found[2])}]"
        if names is None:
            return ""
        names = names.replace(" as ", ": ") if names.startswith("{") else f"{{ default: {names} }}"
        return f"const {names} = {module};"

    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        style = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.S).split())
        return f"modules[{place(path)}] = {{ default: {dumps(style)} }};\n"
    exports = _EXPORT.findall(text)
    body = _EXPORT.sub("", _COMMENT.sub("", _IMPORT.sub(take, text)))
    body = body.replace("import.meta.url", f"new URL({place(path)}, import.meta.url)")
    if "\nexport default " in body:
        body = body.replace("\nexport default ", "\nconst byDefault = ")
        exports.append("default: byDefault")
    returned = f"return {{ {', '.join(exports)} }};"
    return f"modules[{place(path)}] = (() => {{\n{body}{returned}\n}})();\n"
