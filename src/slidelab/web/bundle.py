"""Join the modules of the page's elements into one script.

Pages and notebooks that are not slidelab's own need one text: a notebook's front end takes a widget
as one module, and a page opened from the disk may not load modules at all.
"""

import re
from functools import cache
from json import dumps
from pathlib import Path

from slidelab.errors import SlidelabError
from slidelab.web.page import STATIC

_ENTRY = STATIC / "js" / "embed" / "embed.js"

_IMPORT = re.compile(r'^import\s+(?:([^;"]*?)\s+from\s+)?"([^"]+)"(?: with \{[^}]*\})?;$', re.M)
_FROM = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)"(?: with \{[^}]*\})?;$', re.M)
_EXPORT = re.compile(
    r"^export (?:(?:async )?(?:function\*?|class|const) |\{ )(\w+(?:, \w+)*)", re.M
)
_COMMENT = re.compile(r"^\s*(?://[^\n]*|/\*\*.*?\*/)$", re.M | re.S)


class BundleError(SlidelabError):
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
    names = {path: f"module{number}" for number, path in enumerate(imported_modules(entry))}
    constants = [f"const {name} = {_write_value(path, names)};" for path, name in names.items()]
    return "\n".join(["(() => {", *constants, f"return {names[entry.resolve()]};", "})()"])


def imported_modules(entry: Path) -> list[Path]:
    """A module and all that it imports from the start, each behind those that it imports."""
    found: list[Path] = []

    def add(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            raise BundleError(f"{path.name} imports itself, by way of {above[-1].name}")
        if not path.is_file():
            raise BundleError(f"{above[-1].name} imports {path.name}, which is missing")
        if path not in found:
            for match in _FROM.finditer(path.read_text(encoding="utf-8")):
                add((path.parent / match[1]).resolve(), (*above, path))
            found.append(path)

    add(entry.resolve(), ())
    return found


def _write_value(path: Path, names: dict[Path, str]) -> str:
    """The value of a module or a style sheet, without what only people read."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".js":
        style = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.S).split())
        return f"{{ default: {dumps(style)} }}"
    wrapped = _COMMENT.sub("", _wrap_module(path, text, names))
    if later := re.search(r".*\bimport\(.*", wrapped):
        raise BundleError(f"{path.name} cannot be bundled: {later[0]}")
    # Indentation means nothing in the page's modules: their only long texts are style sheets.
    lines = [line.strip() for line in wrapped.splitlines()]
    return "\n".join(line for line in lines if line)


def _wrap_module(path: Path, text: str, names: dict[Path, str]) -> str:
    """A module as a function that is called at once: one line more above the lines of its text.

    `names` tells where the modules that it imports are.
    """

    def take(match: re.Match[str]) -> str:
        name = names[(path.parent / match[2]).resolve()]
        return _take_import(match[1], name) + "\n" * match[0].count("\n")

    body = re.sub(r"^export (?=\{ \w+(?:, \w+)* \} from )", "import ", text, flags=re.M)
    body = _IMPORT.sub(take, body)
    body = re.sub(r"^export default ", "const theDefault = ", body, flags=re.M)
    body = re.sub(r"^export (?=async |function|class |const )", "", body, flags=re.M)
    if wrong := re.search(r"^(?:import|export)\b.*", body, re.M):
        raise BundleError(f"{path.name} cannot be bundled: {wrong[0]}")
    return f"(() => {{\n{body}\nreturn {{ {_list_exports(text)} }};\n}})()"


def _list_exports(text: str) -> str:
    """What a module exports, as the members of an object."""
    has_default = re.search(r"^export default ", text, re.M)
    return ", ".join(_EXPORT.findall(text) + ["default: theDefault"] * bool(has_default))


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
