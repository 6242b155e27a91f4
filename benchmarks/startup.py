"""The processor time of `slidelab --help` and `slidelab solve`, as multiples of `python -c pass`.

They are run in turn, many times, so that a busy moment of the machine hits all of them. Exit status
1 when a command takes more than it may, or when `solve` imports something heavy.

    python benchmarks/startup.py
"""

import os
import resource
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from statistics import median
from tempfile import mkdtemp

BOARD = "1,2,5,3,4,0,6,7,8"
RUNS = 40
MOST_TIMES = {"--help": 16, f"solve {BOARD}": 12}
"""What each command may take, in times of `python -c pass`."""
HEAVY = (
    "asyncio", "dask", "fastapi", "matplotlib", "numba", "numpy", "plotly", "pydantic", "uvicorn",
)  # fmt: skip

# With this set, a module that is not installed but run from its source is compiled every time.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
# The trials are recorded, as they are for everybody, but not among those of whoever measures.
ENVIRONMENT["SLIDELAB_DATA"] = mkdtemp()


def command() -> str:
    """Find the installed command, beside this Python if possible."""
    beside = Path(sysconfig.get_path("scripts")) / "slidelab"
    found = str(beside) if beside.exists() else shutil.which("slidelab")
    if found is None:
        sys.exit("the command slidelab is not installed: pip install .")
    return found


def seconds(arguments: list[str]) -> float:
    """Measure the processor time of one run."""
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        arguments,
        check=True,
        stdout=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env=ENVIRONMENT,
    )
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime


def heavy_imports() -> list[str]:
    """The heavy packages that the command imported."""
    program = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.argv = ['slidelab', 'solve', {BOARD!r}]\n"
        "from slidelab.cli import main\n"
        "main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    return sorted({name.partition(".")[0] for name in ran.stderr.split()} & set(HEAVY))


def main() -> int:
    """Measure and tell."""
    bare, slidelab = [sys.executable, "-c", "pass"], command()
    commands = {words: [slidelab, *words.split()] for words in MOST_TIMES}
    for warm_up in (bare, *commands.values()):
        seconds(warm_up)
    rounds = [[seconds(each) for each in (bare, *commands.values())] for _ in range(RUNS)]
    least, *others = (median(times) for times in zip(*rounds, strict=True))
    print(f"{'python -c pass':<34} {least * 1e3:6.1f} ms")
    too_slow = False
    for (words, most), taken in zip(MOST_TIMES.items(), others, strict=True):
        times = taken / least
        too_slow |= times > most
        print(
            f"{'slidelab ' + words:<34} {taken * 1e3:6.1f} ms, {times:.1f} times (at most {most})"
        )
    heavy = heavy_imports()
    print(f"heavy imports: {', '.join(heavy) or 'none'}")
    return 1 if too_slow or heavy else 0


if __name__ == "__main__":
    sys.exit(main())
