"""`slidelab warmup`: compile ahead."""

from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Option
from slidelab.cli.errors import BAD_INPUT, tell
from slidelab.cli.interactive import Display
from slidelab.system.progress import Progress


def warmup(
    *,
    wasm: Annotated[str | None, Option("FOLDER")] = None,
    pyodide: bool = False,
) -> int:
    """Compile all searches in advance; takes half a minute, once.

    :param wasm: Write the kernels for browsers into this folder instead: kernels.wasm, a manifest,
        and tables. Needs a linker: lld or ziglang.
    :param pyodide: Fetch Pyodide, Python for browsers, instead: the page runs what people type
        under Code with it. Needs npm.
    """
    if pyodide:
        from slidelab.web.runtime import find_runtime

        print(f"Pyodide is in {find_runtime(None)}.")
        return 0
    with Display() as display:
        if wasm is None:
            _compile_on_all_cores(display.announce)
            print("All searches are compiled.")
            return 0
        from slidelab.engines.compiled.warmup import export
        from slidelab.engines.native.code_files import CannotLinkError

        try:
            export(Path(wasm), display.announce)
        except CannotLinkError as error:
            tell(str(error))
            return BAD_INPUT
    print(f"The kernels are in {wasm}.")
    return 0


def _compile_on_all_cores(announce: Progress) -> None:
    """Processes that need the same kernel wait for each other; see `CompiledFunction`."""
    from concurrent.futures import as_completed

    from slidelab.engines.compiled.warmup import STEPS, compile_step
    from slidelab.processes import ProcessExecutor

    with ProcessExecutor() as processes:
        steps = [processes.submit(compile_step, name) for name in STEPS]
        try:
            for done, step in enumerate(as_completed(steps), 1):
                step.result()
                announce("compiling all searches", done / len(steps))
        except BaseException:
            processes.shutdown(wait=False, cancel_futures=True)
            raise
