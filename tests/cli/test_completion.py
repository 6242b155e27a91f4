"""Completion in the shell, as bash itself asks for it."""

import os
import shutil
import subprocess

import pytest

from tests.support.cli import invoke, run


def completions(*words: str, begun: str = "") -> list[str]:
    """What is offered after these words."""
    ran = run(
        env=os.environ
        | {
            "_SLIDELAB_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["slidelab", *words, begun]),
            "COMP_CWORD": str(len(words) + 1),
        }
    )
    assert ran.returncode == 0, ran.stderr
    return [line.partition(",")[2] for line in ran.stdout.splitlines()]


def test_commands_options_and_values_are_completed():
    assert completions(begun="so") == ["solve"]
    assert "--heuristic" in completions("solve", begun="--h")
    assert completions("solve", "--algorithm", begun="wa") == ["wastar"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_reads(shell, monkeypatch):
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    script = invoke("--show-completion").stdout
    assert "_SLIDELAB_COMPLETE" in script
    if interpreter := shutil.which(shell):
        subprocess.run([interpreter, "-n"], input=script, text=True, check=True)


def test_it_is_installed_once_and_found_by_a_new_shell(tmp_path, monkeypatch):
    home = tmp_path / "a home"
    home.mkdir()
    (home / ".bashrc").write_text("export KEPT=1")
    for name, value in {"HOME": home, "SLIDELAB_DATA": home / "data", "SHELL": "/bin/bash"}.items():
        monkeypatch.setenv(name, str(value))
    for _ in range(2):
        assert invoke("--install-completion").exit_code == 0
    assert (home / ".bashrc").read_text().count("source ") == 1
    ran = subprocess.run(
        ["bash", "--norc", "-c", 'source "$HOME/.bashrc"; complete -p slidelab; echo $KEPT'],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_slidelab_completion slidelab" in ran.stdout
    assert ran.stdout.endswith("1\n")


def test_a_shell_without_completion_is_named(monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    ran = invoke("--show-completion")
    assert ran.exit_code == 2
    assert "tcsh" in ran.stderr
