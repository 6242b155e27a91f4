"""The page's modules bundled into one script: the same values, and nothing left to fetch."""

import json
import re

import pytest

from slidelab.web.bundle import (
    BundleError,
    bundle,
    embedded_script,
    widget_module,
)


@pytest.fixture
def modules(tmp_path):
    def write(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text)
        return tmp_path / "entry.js"

    (tmp_path / "look.css").write_text("/* no */\n.a {\n  color: red;\n}\n")
    return write


FORMS = {
    "inner": "// Words.\nexport const SIDE = 3; // behind\nexport default [SIDE, `//x`];\n",
    "passed-on": "export const first = 1;\nexport const second = 2;\n",
    "entry": (
        'import look from "./look.css" with { type: "text" };\n'
        'import list from "./inner.js";\n'
        'import * as all from "./inner.js";\n'
        'import {\n  SIDE,\n  SIDE as three,\n} from "./inner.js";\n'
        'export { first, second } from "./passed-on.js";\n'
        "/** A doc,\n * of two lines. */\n"
        "export function area() {\n  return SIDE * three;\n}\n"
        "export class Shape {}\n"
        "export const told = [area(), list, all.SIDE, look, typeof Shape];\n"
    ),
}


@pytest.mark.nightly
def test_every_form_of_import_and_export(modules, browser):
    page = browser.new_page()
    told = page.evaluate(
        f"(({{ told, first, second }}) => [...told, first, second])({bundle(modules(**FORMS))})"
    )
    assert told == [9, [3, "//x"], 3, ".a { color: red; }", "function", 1, 2]
    page.close()


@pytest.mark.nightly
def test_a_module_runs_once_however_often_it_is_imported(modules, browser):
    entry = modules(
        count="globalThis.runs = (globalThis.runs ?? 0) + 1;\nexport const runs = globalThis.runs;",
        one='import { runs } from "./count.js";\nexport const one = runs;',
        entry='import { one } from "./one.js";\nimport { runs } from "./count.js";\n'
        "export const told = [one, runs];",
    )
    page = browser.new_page()
    assert page.evaluate(f"{bundle(entry)}.told") == [1, 1]
    page.close()


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"entry": 'import "./a.js";', "a": 'import "./entry.js";'}, "imports itself"),
        ({"entry": 'const later = () => import("./a.js");'}, "cannot be bundled"),
        ({"entry": "export let changing = 1;"}, "cannot be bundled: export let"),
        ({"entry": 'export * from "./a.js";', "a": ""}, r"cannot be bundled: export \*"),
        ({"entry": 'export { x as y } from "./a.js";', "a": ""}, "cannot be bundled: export {"),
        ({"entry": 'import "./b.js";'}, "entry.js imports b.js, which is missing"),
        ({"entry": "import x from './a.js';"}, "cannot be bundled: import x"),
    ],
)
def test_what_cannot_be_bundled_is_refused(modules, texts, words):
    with pytest.raises(BundleError, match=words):
        bundle(modules(**texts))


def test_the_script_needs_nothing_else():
    script = embedded_script()
    assert not re.search(r"^\s*(import|export)\b|\bimport\(", script, re.M)
    assert "http" not in script.replace("http://www.w3.org/2000/svg", "")
    assert "</script" not in script.lower(), "it can stand inside of a page"


@pytest.mark.nightly
def test_the_widget_is_one_module_as_front_ends_load_it(browser):
    """anywidget hands the text to the browser as a module with an address of its own making."""
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content("<title>A notebook</title><div id='out'></div>")
    told = page.evaluate(
        """async (text) => {
            const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
            const { default: widget } = await import(address);
            const state = { html: "<slide-player cells='1,2,5,3,4,0,6,7,8' moves='ULL'>", step: 2 };
            const listeners = {};
            const model = {
              get: (name) => state[name],
              set: (name, value) => { state[name] = value; },
              on: (name, heard) => { listeners[name] = heard; },
              off: (name) => { delete listeners[name]; },
              save_changes: () => { state.saved = state.step; },
            };
            const el = document.querySelector("#out");
            const stop = widget.render({ model, el });
            const player = el.querySelector("slide-player");
            const first = player.step;
            player.shadowRoot.querySelector("[aria-label='Next step']").click();
            const { saved } = state;
            state.step = 1;
            listeners["change:step"]();
            const told = [first, saved, player.step];
            stop();
            return JSON.stringify([...told, Object.keys(listeners).length]);
        }""",
        widget_module(),
    )
    assert json.loads(told) == [2, 3, 1, 0]
    assert [url for url in asked if not url.startswith(("about:", "blob:"))] == []
    page.close()
