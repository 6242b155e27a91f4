"""`slidelab warmup`: compile ahead."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import rich_click as click

from slidelab.cli.console import SOLVED, Display
from slidelab.cli.options import option


@click.command("warmup")
@option(
    "--pyodide",
    is_flag=True,
    help="Fetch Pyodide, Python for browsers, instead: the page "
    "runs what people type under Code with it. Needs npm.",
)
def command(pyodide: bool) -> int:
    """Compile all searches in advance; takes some seconds, once."""
    if pyodide:
        from slidelab.web.runtime import find_runtime

        click.echo(f"Pyodide is in {find_runtime(None)}.")
        return SOLVED
    with Display() as display:
        _compile_on_all_cores(display.announce)
    click.echo("All searches are compiled.")
    return SOLVED


def _compile_on_all_cores(announce: Callable[[str, float | None], object]) -> None:
    from slidelab.engines.compiled.warmup import STEPS, compile_step

    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        steps = [processes.submit(compile_step, name) for name in STEPS]
        for done, step in enumerate(as_completed(steps), 1):
            step.result()
            announce("compiling all searches", done / len(steps))
