"""What object files leave for others to define.

The compiler's own language does not show it: an instruction such as a sine, which few processors
have, becomes a call only when machine code is made.
"""

from collections.abc import Iterator
from struct import iter_unpack, unpack_from

from slidelab.engines.native.code_files import CannotLinkError

_IMPORT_SECTION = 2
_FUNCTION, _TABLE, _MEMORY, _GLOBAL = range(4)


def undefined_symbols(code: bytes) -> set[str]:
    """The names that an object file refers to and does not define.

    Raises CannotLinkError for a format of other systems than Linux and browsers.
    """
    if code.startswith(b"\x7fELF\x02\x01"):
        return set(filter(None, _undefined_in_elf(code)))
    if code.startswith(b"\0asm"):
        # The linker itself defines those that begin like this, such as the stack's.
        return {name for name in _imports(code) if not name.startswith("__")}
    raise CannotLinkError("the format of object files is unknown")


def _undefined_in_elf(code: bytes) -> Iterator[str]:
    """As in the tables of symbols of 64-bit files, lowest byte first (elf(5))."""
    sections_at, size, count = (
        unpack_from("<Q", code, 40)[0],
        *unpack_from("<HH", code, 58),
    )
    sections = [unpack_from("<IIQQQQIIQQ", code, sections_at + size * at) for at in range(count)]
    for _, kind, _, _, at, length, names, *_ in sections:
        if kind == 2:  # SHT_SYMTAB
            names_at = sections[names][4]
            for name, _, _, section, _, _ in iter_unpack("<IBBHQQ", code[at : at + length]):
                if section == 0:  # SHN_UNDEF
                    start = names_at + name
                    yield code[start : code.index(b"\0", start)].decode()


def _imports(code: bytes) -> Iterator[str]:
    """As in the import section of the WebAssembly specification."""
    at = 8

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = code[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def name() -> str:
        nonlocal at
        length = number()
        at += length
        return code[at - length : at].decode()

    def skip_limits() -> None:
        has_maximum = number() & 1
        number()
        if has_maximum:
            number()

    while at < len(code):
        section, length = number(), number()
        end = at + length
        if section == _IMPORT_SECTION:
            for _ in range(number()):
                name()
                yield name()
                kind = number()
                if kind == _FUNCTION:
                    number()
                elif kind == _GLOBAL:
                    at += 2
                else:
                    at += kind == _TABLE
                    skip_limits()
        at = end
