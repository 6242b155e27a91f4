"""The page's elements as one script, for pages and notebooks that are not slidelab's own.

The page itself is served as it is written, in many small modules. Elsewhere one text has to do: a
notebook's front end takes a widget as one module, and a page opened from the disk may not load
modules at all. Each module becomes a function that returns what it exports.
"""

import re
from functools import cache
from json import dumps
from pathlib import Path

STATIC = Path(__file__).parent / "static"
_ENTRY = STATIC / "js" / "embed" / "embed.js"

_IMPORT = re.compile(r'^import\s+(?:([^;"]*?)\s+from\s+)?"([^"]+)"(?: with \{[^}]*\})?;$', re.M)
_FROM = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const) (\w+)", re.M)
_COMMENT = re.compile(r"^\s*(?://[^\n]*|/\*\*.*?\*/)$", re.M | re.S)


class BundleError(ValueError):
    """A module is written in a way that cannot be bundled."""


@cache
def embedded_script() -> str:
    """The script that gives a page `<slide-board>`, `<slide-player>` and `<search-film>`.

    It can be loaded twice: the first one on a page serves all.
    """
    return f"globalThis.slidelab ??= {bundle(_ENTRY)};\n"


@cache
def widget_module() -> str:
    """The same as one ES module, as anywidget asks for it."""
    return f"{embedded_script()}export default globalThis.slidelab.widget;\n"


def bundle(entry: Path) -> str:
    """An expression whose value is what a module exports; all that it imports is inside.

    Raises BundleError for modules that need each other, and for imports and exports in forms
    that the page's modules have no use for.
    """
    names: dict[Path, str] = {}
    constants: list[str] = []

    def add(path: Path, above: tuple[Path, ...]) -> str:
        """The name of the constant that holds a module; it comes behind those that it imports."""
        if path in above:
            raise BundleError(f"{path.name} imports itself, by way of {above[-1].name}")
        if path in names:
            return names[path]
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".js":
            found = {
                match[2]: add((path.parent / match[2]).resolve(), (*above, path))
                for match in _IMPORT.finditer(text)
            }
            value = _wrap_module(path.name, text, found)
        else:
            style = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.S).split())
            value = f"{{ default: {dumps(style)} }}"
        names[path] = f"module{len(names)}"
        constants.append(f"const {names[path]} = {value};")
        return names[path]

    name = add(entry.resolve(), ())
    return "\n".join(["(() => {", *constants, f"return {name};", "})()"])


def imported_modules(entry: Path) -> list[Path]:
    """A module and all that it imports from the start."""
    found = [entry.resolve()]
    for path in found:  # which grows meanwhile
        for match in _FROM.finditer(path.read_text(encoding="utf-8")):
            module = (path.parent / match[1]).resolve()
            if module not in found:
                found.append(module)
    return found


def _wrap_module(name: str, text: str, modules: dict[str, str]) -> str:
    """A module as a function that is called at once; `modules` tells where its imports are."""
    body = _IMPORT.sub(lambda match: _take_import(match[1], modules[match[2]]), text)
    body = _COMMENT.sub("", body)
    exports = _EXPORT.findall(body)
    body, has_default = re.subn(r"^export default ", "const theDefault = ", body, flags=re.M)
    if has_default:
        exports.append("default: theDefault")
    body = re.sub(r"^export (?=async |function|class |const )", "", body, flags=re.M)
    if wrong := re.search(r"^(?:import|export)\b.*|\bimport\(", body, re.M):
        raise BundleError(f"{name} cannot be bundled: {wrong[0]}")
    # Indentation means nothing in the page's modules: their only long texts are style sheets.
    lines = [line.strip() for line in body.splitlines()]
    kept = "\n".join(line for line in lines if line)
    return f"(() => {{\n{kept}\nreturn {{ {', '.join(exports)} }};\n}})()"


def _take_import(imported: str | None, module: str) -> str:
    """What an import names, as a constant taken from the module's value."""
    if imported is None:
        return ""
    words = " ".join(imported.split())
    if words.startswith("{"):
        return f"const {words.replace(' as ', ': ')} = {module};"
    if words.startswith("* as "):
        return f"const {words.removeprefix('* as ')} = {module};"
    return f"const {words} = {module}.default;"
