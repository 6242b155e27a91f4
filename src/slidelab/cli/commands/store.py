"""`slidelab store`: are the trials sound?"""

from typing import Annotated

from slidelab.cli.command import Argument, one_of
from slidelab.cli.errors import tell
from slidelab.cli.terminal import echo
from slidelab.lab.store import TrialStore, UnsoundTrial
from slidelab.puzzle.wording import plural, printable

UNSOUND = 1
"""The exit status when some trial is not sound."""

_SHOWN = 20


def store(
    what: Annotated[str, Argument("check|repair", parser=one_of(("check", "repair")))],
) -> int:
    """Find corrupted trials, and set them aside.

    [bold]Exit status[/bold]: 0 no corrupted trials, or repaired; 1 corrupted trials; 2 the file
    can't be read.

    :param what: check: list corrupted or modified trials; repair: move them to a separate file.
    """
    with TrialStore(warn=tell) as trials:
        unsound = list(trials.unsound())
        if unsound and what == "check":
            echo(_describe_unsound(unsound, trials))
            return UNSOUND
        if unsound:
            file = trials.set_aside(unsound)
            echo(f"{plural(len(unsound), 'trial')} set aside in {file}.")
        echo(f"{plural(trials.count(), 'trial')} in {trials.path}, all sound.")
    return 0


def _describe_unsound(unsound: list[UnsoundTrial], trials: TrialStore) -> str:
    lines = [
        f"{len(unsound):,} of {plural(trials.count(), 'trial')} in {trials.path} are not sound:"
    ]
    lines += [f"  trial {one.id}: {printable(one.problem)}" for one in unsound[:_SHOWN]]
    if len(unsound) > _SHOWN:
        lines.append(f"  and {len(unsound) - _SHOWN:,} more")
    return "\n".join([*lines, "Run slidelab store repair to set them aside; the others stay."])
