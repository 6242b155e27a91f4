"""`slidelab warmup`: compile ahead."""

from slidelab.cli.terminal.announcing import Announcer


def warmup() -> int:
    """Compile all searches ahead of their first use; it takes half a minute, once."""
    from slidelab.kernels import warmup

    with Announcer() as announce:
        warmup.warmup(announce)
    print("All searches are compiled.")
    return 0
