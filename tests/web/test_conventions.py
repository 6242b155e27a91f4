"""The page has a place for every convention, and words for every order of ties."""

import re

from slidelab.search import CHOICES
from slidelab.web.bundle import STATIC


def test_the_dialog_lists_every_convention():
    text = (STATIC / "js/ui/conventions-dialog.js").read_text(encoding="utf-8")
    assert [name for name in CHOICES if f'"{name}"' not in text] == []


def test_films_describe_every_order_of_ties():
    text = (STATIC / "js/film/frontier.js").read_text(encoding="utf-8")
    names = CHOICES["ties"].values
    assert [name for name in names if not re.search(rf'^  "?{name}"?: "', text, re.MULTILINE)] == []
