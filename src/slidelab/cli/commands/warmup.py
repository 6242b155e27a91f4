"""`slidelab warmup`: compile ahead."""

from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Option
from slidelab.cli.errors import BAD_INPUT, tell
from slidelab.cli.interactive import Display


def warmup(
    *,
    wasm: Annotated[
        str | None,
        Option(
            help="Write the kernels for browsers into this folder instead: kernels.wasm, a "
            "manifest, and tables. Needs a linker: lld or ziglang.",
            metavar="FOLDER",
        ),
    ] = None,
) -> int:
    """Compile all searches in advance; takes half a minute, once."""
    from slidelab.engines.compiled import warmup
    from slidelab.engines.native.code_files import CannotLinkError

    with Display() as display:
        if wasm is not None:
            try:
                warmup.export(Path(wasm), display.announce)
            except CannotLinkError as error:
                tell(str(error))
                return BAD_INPUT
            print(f"The kernels are in {wasm}.")
            return 0
        warmup.warmup(display.announce)
    print("All searches are compiled.")
    return 0
