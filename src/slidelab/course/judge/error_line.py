"""The line of an error message that says what is wrong, in the languages that courses use."""

import re

_ERROR_OF_COMPILER = re.compile(r"(^|[:\s])(fatal )?error(\[\w+\])?:")
_EXCEPTION = re.compile(r"^(Exception in thread|(Uncaught )?([\w.]+)?(Error|Exception)\b:?)")


def main_error(text: str) -> str:
    """The line that names the error: the compiler's first, not the last one of a stack of calls.

    >>> main_error("a.cpp:3:1: warning: x\\na.cpp:9:5: error: expected ';'\\n1 error generated.")
    "a.cpp:9:5: error: expected ';'"
    >>> main_error("thread 'main' panicked at src/main.rs:5:7:\\nno board\\nnote: run with …")
    "thread 'main' panicked at src/main.rs:5:7: no board"
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    if any(line.startswith("Traceback (most recent call last)") for line in lines):
        return lines[-1]
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else ""
        if "panicked at" in line:  # since Rust 1.73 the message is on the next line
            return f"{line} {after}" if line.endswith(":") else line
        if _ERROR_OF_COMPILER.search(line):  # Rust tells the place on the next line
            return f"{line} ({after[4:]})" if after.startswith("--> ") else line
    found = [line for line in lines if _EXCEPTION.search(line)]
    return found[0] if found else lines[-1]
