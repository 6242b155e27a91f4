"""`slidelab warmup`: compile ahead."""

from slidelab.cli.interactive import Display


def warmup() -> int:
    """Compile all searches in advance; takes half a minute, once."""
    from slidelab.engines.compiled import warmup

    with Display() as display:
        warmup.warmup(display.announce)
    print("All searches are compiled.")
    return 0
