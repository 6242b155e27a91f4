"""The page's elements in one script: it runs in a browser, with nothing left to fetch."""

import json
import re

import pytest

from slidelab.web.bundle import embedded_script, widget_module


def test_the_script_needs_nothing_else():
    script = embedded_script()
    assert not re.search(r"^\s*(import|export)\b|\bimport\(", script, re.M)
    assert "http" not in script.replace("http://www.w3.org/2000/svg", "")
    assert "</script" not in script.lower(), "it can stand inside a page"


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
            player.shadowRoot.querySelector("[aria-label='Step on']").click();
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
