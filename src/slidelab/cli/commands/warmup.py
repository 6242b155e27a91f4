"""`slidelab warmup`: compile ahead."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import rich_click as click

from slidelab.cli.console import SOLVED, Display
from slidelab.cli.options import option
from slidelab.errors import SlidelabError


@click.command("warmup")
@option(
    "--wasm",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write the kernels for browsers into this folder instead: kernels.wasm, a manifest, "
    "and tables. Needs a linker: lld or ziglang.",
)
@option(
    "--pyodide",
    is_flag=True,
    help="Fetch Pyodide, Python for browsers, instead: the page "
    "runs what people type under Code with it. Needs npm.",
)
def command(wasm: Path | None, pyodide: bool) -> int:
    """Compile all searches in advance; takes half a minute, once."""
    if pyodide:
        from slidelab.web.runtime import find_runtime

        click.echo(f"Pyodide is in {find_runtime(None)}.")
        return SOLVED
    with Display() as display:
        if wasm is None:
            _compile_on_all_cores(display.announce)
        else:
            from slidelab.engines.compiled.warmup import export
            from slidelab.engines.native.code_files import CannotLinkError

            try:
                export(wasm, display.announce)
            except CannotLinkError as error:
                raise SlidelabError(str(error)) from None
    click.echo("All searches are compiled." if wasm is None else f"The kernels are in {wasm}.")
    return SOLVED


def _compile_on_all_cores(announce: Callable[[str, float | None], object]) -> None:
    from slidelab.engines.compiled.warmup import STEPS, compile_step

    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        steps = [processes.submit(compile_step, name) for name in STEPS]
        for done, step in enumerate(as_completed(steps), 1):
            step.result()
            announce("compiling all searches", done / len(steps))
