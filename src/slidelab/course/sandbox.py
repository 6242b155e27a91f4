"""Run untrusted programs under limits on time, memory, disk and processes.

    sandbox = Sandbox()
    done = sandbox.run(["python3", "driver.py", "bfs", "1,2,0"], Path("ada"), output="output.txt")

bwrap gives each run namespaces of its own: no network, no other processes, and no files but the
system's and its own folder, all read-only. Where bwrap cannot run, as in most containers, root
starts programs as a user of their own, with setpriv. Everybody else has the limits alone.
`Sandbox.describe` says what is confined, and reports print it.

A program starts in an empty folder with a link to each of its files (to a copy, where it runs as
another user), and can write there.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory, TemporaryFile

from slidelab.course.confinement import Place, run_as_nobody
from slidelab.course.limits import ProgramLimits
from slidelab.errors import SlidelabError
from slidelab.system.progress import Cancelled, CancelledError

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
USUAL_LIMITS = ProgramLimits()

_PACKAGE = Path(__file__).parents[1]
SECONDS_BETWEEN_LOOKS = 0.05
_SCRIPT = """
links=$1 input=$2 output=$3 answer=$4
shift 4
[ -n "$links" ] && find "$links" -mindepth 1 -maxdepth 1 -exec ln -s -t . -- {} +
[ -n "$output" ] && rm -f -- "$output"
[ -n "$input" ] && rm -f -- "$input" && cat > "$input"
"$@"
status=$?
[ -n "$output" ] && [ -f "$output" ] && [ ! -L "$output" ] &&
    { printf x; cat -- "$output"; } >> "/proc/self/fd/$answer"
exit $status
"""
"""Put the files in place, start the program, and hand out the file with its answer after an x."""


@dataclass(frozen=True)
class Completed:
    """A run that has ended.

    `ended` is exit, signal, not started, or the limit that it exceeded, such as "time limit".
    """

    ended: str
    status: int = 0
    """The exit status, or the number of the signal."""
    stdout: bytes = b""
    stderr: bytes = b""
    answer: bytes | None = None
    """The content of the output file; None if there was none."""
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_bytes: int = 0


def find_problem(settings: Path = Path("/proc/sys")) -> str:
    """Say in one sentence why bwrap cannot confine programs here; empty where it can."""
    if shutil.which("bwrap") is None:
        return "bwrap is not installed: install it with `apt-get install bubblewrap`"
    with TemporaryDirectory() as nothing:
        place = Place(Path(nothing), USUAL_LIMITS)
        words = [*place.command, "true"]
        tried = subprocess.run(words, capture_output=True, text=True, pass_fds=place.passed_files)
        place.clean()
    if tried.returncode == 0:
        return ""
    apparmor = settings / "kernel" / "apparmor_restrict_unprivileged_userns"
    if apparmor.exists() and apparmor.read_text().strip() == "1":
        return (
            "bwrap is installed, but AppArmor blocks user namespaces: load the profile "
            "bwrap-userns-restrict of the package apparmor-profiles, or run "
            f"`sysctl {apparmor.parent.name}.{apparmor.name}=0`"
        )
    return f"bwrap is installed, but does not work here: {tried.stderr.strip()}"


def _check_tool(tool: Path) -> None:
    """Raise ValueError for a folder whose programs cannot be started."""
    programs = tool / "bin"
    if not programs.is_dir():
        raise SlidelabError(f"{tool} cannot be used as a tool: it has no folder bin")
    if os.geteuid() == 0 and not run_as_nobody('[ -x "$1" ] && echo yes', str(programs)):
        raise SlidelabError(
            f"{tool} cannot be used as a tool: root starts programs as another user, who cannot "
            "enter this folder; copy it to one that all users can read, such as /opt"
        )


class Sandbox:
    """The place where programs run."""

    def __init__(
        self, confined: bool = True, tools: Sequence[Path] = (), hidden: Sequence[Path] = ()
    ) -> None:
        """Confine programs as well as this machine allows, or by limits alone.

        `tools` are folders outside of the system with a `bin` that programs may use. `hidden` are
        paths that programs must not read; slidelab itself always is one.

        Raise ValueError for a tool that programs cannot use.
        """
        self.problem = find_problem() if confined else ""
        self.is_confined = confined and not self.problem
        self._changes_user = not self.is_confined and os.geteuid() == 0
        self._tools = [tool.resolve() for tool in tools]
        for tool in self._tools:
            _check_tool(tool)
        self._hidden = [_PACKAGE, *(path.resolve() for path in hidden)]
        self._path = ":".join([*(f"{tool}/bin" for tool in self._tools), SYSTEM_PATH])

    def describe(self) -> str:
        """Say what confines programs, and what does not."""
        if self.is_confined:
            return "in a sandbox: no network, no files but the system's and its own"
        why = self.problem or "--no-sandbox"
        if self._changes_user:
            return f"as another user, with the network and all public files ({why})"
        return f"no sandbox, limits only ({why})"

    def require_confinement(self) -> None:
        """Raise ValueError unless programs of strangers can run here, or were asked to."""
        if not self.problem:
            return
        trust = "or, if you trust all of these programs, add --no-sandbox"
        if not self._changes_user:
            raise SlidelabError(f"programs cannot be confined: {self.problem}, {trust}")
        test = 'for path; do [ -r "$path" ] && printf "%s\\n" "$path"; done'
        readable = run_as_nobody(test, *map(str, self._hidden)).split("\n")[:-1]
        if readable:
            raise SlidelabError(
                f"{self.problem}; without bwrap these programs could read the answers: run "
                f"`chmod -R o= {' '.join(readable)}`, {trust}"
            )

    def find(self, name: str) -> str | None:
        """Find the program of this name that would be started."""
        return shutil.which(name, path=self._path)

    def run(
        self,
        command: Sequence[str],
        folder: Path,
        *,
        limits: ProgramLimits = USUAL_LIMITS,
        stdin: bytes = b"",
        input: str = "",
        output: str = "",
        build: bool = False,
        cancelled: Cancelled = lambda: False,
    ) -> Completed:
        """Run a program whose files are in `folder`, until it and all that it started have ended.

        `input` names a file that is to hold `stdin`, and `output` the one with its answer. If
        `build`, run in `folder` itself instead of a temporary one. Raise CancelledError once
        `cancelled()`.
        """
        place = Place(
            folder.resolve(),
            limits,
            confined=self.is_confined,
            build=build,
            tools=self._tools,
            hidden=self._hidden,
        )
        with ExitStack() as stack:
            stack.callback(place.clean)
            # Files, not pipes: nobody has to read along, and the kernel bounds their size.
            given, *printed = (stack.enter_context(TemporaryFile()) for _ in range(4))
            given.write(stdin)
            given.seek(0)
            answer = printed[2].fileno()
            os.fchmod(answer, 0o666)  # it has no name, and other users write to it
            script = ["sh", "-c", _SCRIPT, "sh", place.links, input, output, str(answer)]
            began = time.monotonic()
            process = subprocess.Popen(
                [*place.command, *script, *command],
                stdin=given,
                stdout=printed[0],
                stderr=printed[1],
                pass_fds=[answer, *place.passed_files],
                env=self._make_environment(place.home, limits),
                cwd=place.cwd,
                start_new_session=True,
            )
            try:
                streams = [file.fileno() for file in printed]
                why, cpu, memory = _watch(process.pid, place, streams, cancelled)
            finally:  # after Ctrl-C too
                place.kill(process.pid)
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = code = os.waitstatus_to_exitcode(status)
            texts = [os.pread(file.fileno(), limits.output_bytes, 0) for file in printed]
        stderr = _drop_note(texts[1])
        cpu = max(cpu, used.ru_utime + used.ru_stime)  # the latter lacks those that were killed
        killed_by = -code if code < 0 else code - 128 if 128 < code <= 192 else 0
        if cpu > limits.seconds or killed_by == signal.SIGXCPU:
            why = "time limit"
        elif not why and max(map(len, texts)) >= limits.output_bytes:
            why = "output limit"  # Python ignores the signal that says so
        elif not why and (
            stderr.startswith(b"bwrap: ") or (code in (126, 127) and stderr.startswith(b"sh: "))
        ):
            why = "not started"
        return Completed(
            why or ("signal" if killed_by else "exit"),
            killed_by or code,
            texts[0],
            stderr,
            texts[2][1:] if texts[2] else None,
            time.monotonic() - began,
            cpu,
            memory or used.ru_maxrss * 1024,  # which includes the judge's start
        )

    def _make_environment(self, home: str, limits: ProgramLimits) -> dict[str, str]:
        # By default, Java takes its heap and its threads from the size of the machine.
        heap = f"-Xms8m -Xmx{limits.memory_bytes >> 21}m"
        return {
            "PATH": self._path,
            "HOME": home,
            "TMPDIR": home,
            "LANG": "C.UTF-8",
            "JAVA_TOOL_OPTIONS": f"{heap} -XX:+UseSerialGC -XX:ActiveProcessorCount=2",
        }


def _watch(
    process: int, place: Place, streams: Sequence[int], cancelled: Cancelled
) -> tuple[str, float, int]:
    """Wait for the end of a run, or for the first limit that its processes exceed together.

    Return that limit or an empty text, the processor time, and the largest memory.
    """
    limits, why, cpu, memory = place.limits, "", 0.0, 0
    began = active = time.monotonic()
    ended = os.pidfd_open(process)
    try:
        while not why and not select([ended], [], [], SECONDS_BETWEEN_LOOKS)[0]:
            if cancelled():
                raise CancelledError
            now, printed = time.monotonic(), [os.fstat(file) for file in streams]
            used = place.measure(process, [each.st_ino for each in printed])
            if used.cpu_seconds > cpu or not used.sleeps:
                active = now
            cpu, memory = max(cpu, used.cpu_seconds), max(memory, used.memory_bytes)
            exceeded = {
                "time limit": cpu > limits.seconds,
                "process limit": used.threads > limits.processes + 3,  # bwrap, the shell, prlimit
                "memory limit": used.memory_bytes > limits.memory_bytes,
                "disk limit": used.disk_bytes > limits.disk_bytes or used.files > limits.files,
                "output limit": max(each.st_size for each in printed) > limits.output_bytes,
                "idle limit": now - active > limits.idle_seconds,
                "wall limit": now - began > limits.most_wall_seconds,
            }
            why = next((name for name, is_so in exceeded.items() if is_so), "")
    finally:
        os.close(ended)
    return why, cpu, memory


def _drop_note(stderr: bytes) -> bytes:
    """Drop the line in which Java names the options that it was given."""
    note = b"Picked up JAVA_TOOL_OPTIONS"
    return b"".join(line for line in stderr.splitlines(True) if not line.startswith(note))
