"""A throw-away environment for the programs that slidelab is compared with.

They pin old versions of what slidelab uses, so they never share its environment.
"""

import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOME = ROOT / ".venv" / "rivals"
PACKAGES = ("simpleai", "slidingpuzzle")


def python() -> Path:
    """The interpreter that can import the rivals and slidelab's textbook engine."""
    interpreter = HOME / "bin" / "python"
    if not interpreter.exists():
        print("setting up", ", ".join(PACKAGES), "…", flush=True)
        venv.create(HOME, with_pip=True)
        subprocess.run([interpreter, "-m", "pip", "install", "-q", *PACKAGES], check=True)
    return interpreter


def run_inside(script: str, *arguments: str) -> int:
    """Run a script again among the rivals; returns its exit status."""
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}
    command = [python(), script, "--inside", *arguments]
    return subprocess.run(command, env=environment, check=False).returncode
