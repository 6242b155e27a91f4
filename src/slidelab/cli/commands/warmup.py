"""`slidelab warmup`: compile in advance."""

from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import rich_click as click

from slidelab.cli import console
from slidelab.system.progress import report_progress


@click.command("warmup")
@click.option(
    "--pyodide", is_flag=True,
    help="Fetch Pyodide with npm instead: it runs what people type under Code",
)  # fmt: skip
def command(pyodide: bool) -> None:
    """Compile all searches in advance; takes half a minute, once."""
    if pyodide:
        from slidelab.web.runtime import find_runtime

        click.echo(f"Pyodide is in {find_runtime(None)}.")
        return
    from slidelab.engines.compiled.warmup import STEPS, compile_step

    context = get_context("spawn")
    with console.showing_progress(), ProcessPoolExecutor(mp_context=context) as processes:
        steps = [processes.submit(compile_step, name) for name in STEPS]
        report_progress("compiling all searches", 0.0)
        for done, step in enumerate(as_completed(steps), start=1):
            step.result()
            report_progress("compiling all searches", done / len(steps))
    click.echo("All searches are compiled.")
