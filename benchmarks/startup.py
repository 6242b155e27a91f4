"""How long `slidelab solve` takes to start, beside `python -c pass`.

The two are run in turn, many times, so that a busy moment of the machine hits both. Exit status 1
when the command takes 15 times as long or more, or imports something heavy.

    python benchmarks/startup.py
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import perf_counter

BOARD = "1,2,5,3,4,0,6,7,8"
RUNS = 40
MOST_TIMES = 15
HEAVY = (
    "asyncio", "dask", "fastapi", "matplotlib", "numba", "numpy", "plotly", "pydantic", "rich",
    "uvicorn",
)  # fmt: skip

# With this set, a module that is not installed but run from its source is compiled every time.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
# The trials are recorded, as they are for everybody, but not among those of whoever measures.
ENVIRONMENT["SLIDELAB_DATA"] = mkdtemp()


def command() -> list[str]:
    """The installed command, beside this Python if possible."""
    beside = Path(sysconfig.get_path("scripts")) / "slidelab"
    found = str(beside) if beside.exists() else shutil.which("slidelab")
    if found is None:
        sys.exit("the command slidelab is not installed: pip install .")
    return [found, "solve", BOARD]


def seconds(arguments: list[str]) -> float:
    """How long one run takes."""
    begin = perf_counter()
    subprocess.run(
        arguments,
        check=True,
        stdout=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env=ENVIRONMENT,
    )
    return perf_counter() - begin


def heavy_imports() -> list[str]:
    """The heavy packages that the command imported."""
    program = (
        "import sys\n"
        f"sys.argv = ['slidelab', 'solve', {BOARD!r}]\n"
        "from slidelab.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    return sorted(set(ran.stderr.split()) & set(HEAVY))


def main() -> int:
    """Measure and tell."""
    bare, solve = [sys.executable, "-c", "pass"], command()
    for warm_up in (bare, solve):
        seconds(warm_up)
    pairs = [(seconds(bare), seconds(solve)) for _ in range(RUNS)]
    bare_times, solve_times = zip(*pairs, strict=True)
    for label, times in (("python -c pass", bare_times), (f"slidelab solve {BOARD}", solve_times)):
        print(f"{label:<34} least {min(times) * 1e3:6.1f} ms, median {median(times) * 1e3:6.1f} ms")
    ratio = median(solve_times) / median(bare_times)
    print(f"{ratio:.1f} times as long (must be below {MOST_TIMES})")
    heavy = heavy_imports()
    print(f"heavy imports: {', '.join(heavy) or 'none'}")
    return 0 if ratio < MOST_TIMES and not heavy else 1


if __name__ == "__main__":
    sys.exit(main())
