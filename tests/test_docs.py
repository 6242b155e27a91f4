"""Every snippet of the documentation is executed.

Fences marked `python` are sessions that doctest runs, one namespace a page. In fences marked
`console`, each line that begins with `$` is run and must print what follows; `...` stands for
anything, as in doctest.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def snippets(page: Path, language: str) -> list[str]:
    return [text for name, text in FENCE.findall(page.read_text()) if name == language]


def with_snippets(language: str) -> list[Path]:
    return [page for page in PAGES if snippets(page, language)]


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", with_snippets("python"), ids=name)
def test_python_snippets(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = "\n".join(snippets(page, "python"))
    test = doctest.DocTestParser().get_doctest(session, {}, name(page), str(page), 0)
    assert test.examples
    report: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS, verbose=False).run(test, out=report.append)
    assert not report, "".join(report)


def commands(session: str) -> list[tuple[str, str]]:
    parts = re.split(r"^\$ (.*)$", session, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("page", with_snippets("console"), ids=name)
def test_console_snippets(page, tmp_path):
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "100",
        "SLIDELAB_DATA": str(tmp_path / "data"),
    }
    for session in snippets(page, "console"):
        for command, expected in commands(session):
            assert shlex.split(command)[0] in ("slidelab", "echo", "printf", "cat"), command
            done = subprocess.run(
                command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
            )
            # Notes about long work go to standard error, which the page need not show.
            seen = (done.stdout, done.stdout + done.stderr)
            same = any(
                doctest.OutputChecker().check_output(expected.strip(), text.strip(), OPTIONS)
                for text in seen
            )
            assert same, f"$ {command}\n{seen[-1]}\nbut the page says\n{expected}"


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{name(page)} links to {target}"


def test_files_and_folders_that_pages_name_are_there():
    source = ROOT / "src" / "slidelab"
    packages = [path.name for path in source.iterdir() if path.is_dir()]
    tops = "|".join(["src", "tests", "benchmarks", "docs", "scripts", *packages])
    named = {
        (page, path)
        for page in PAGES
        if page.name != "CHANGELOG.md"  # which also names what is gone
        for path in re.findall(rf"`((?:{tops})/[\w./-]*)`", page.read_text())
    }
    assert len(named) > 20
    for page, path in named:
        assert (ROOT / path).exists() or (source / path).exists(), f"{name(page)} names {path}"
