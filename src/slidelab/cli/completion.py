"""Completion in the shell: `--show-completion` and `--install-completion`."""

import os
from pathlib import Path
from shlex import quote

import click
from click.shell_completion import get_completion_class

from slidelab.cli.plain_arguments import COMPLETION
from slidelab.system.files import write_text
from slidelab.system.paths import data_folder

_STARTUP_FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc"}
_FISH_FILE = "~/.config/fish/completions/slidelab.fish"

_ZSH_FIRST = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"
"""Zsh has no completion until it is asked for."""


def show_completion(context: click.Context) -> None:
    """Print the script that completes for the current shell."""
    click.echo(_write_script(context, _find_shell(context)))


def install_completion(context: click.Context) -> None:
    """Have the current shell run the script whenever it starts."""
    shell = _find_shell(context)
    if shell == "fish":  # which looks into this folder by itself
        file = Path(_FISH_FILE).expanduser()
    else:
        file = data_folder() / f"completion.{shell}"
        startup = Path(_STARTUP_FILES[shell]).expanduser()
        line = f"source {quote(str(file))}\n"
        before = startup.read_text() if startup.exists() else ""
        if line not in before:
            write_text(startup, f"{before.rstrip()}\n{line}".lstrip())
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, _write_script(context, shell))
    click.echo(f"Completion for {shell} is installed in {file}. Open a new terminal to use it.")


def _find_shell(context: click.Context) -> str:
    """The shell that runs this; raises UsageError when there is no completion for it."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in (*_STARTUP_FILES, "fish"):
        problem = f"No completion for the shell {name or 'that runs this, which $SHELL names'}."
        raise click.UsageError(f"{problem} There is one for bash, zsh and fish.", context)
    return name


def _write_script(context: click.Context, shell: str) -> str:
    completion = get_completion_class(shell)
    assert completion is not None
    made = completion(context.command, {}, "slidelab", COMPLETION).source()
    return f"{_ZSH_FIRST if shell == 'zsh' else ''}{made}"
