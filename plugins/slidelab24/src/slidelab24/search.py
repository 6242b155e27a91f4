"""Iterative-deepening A* (Korf 1985) with gradient databases on all cores, interruptible.

The top of an iteration's tree is cut into nodes, and threads search the subtrees below them, the
most promising first. With a checkpoint, a proof of days survives a kill: subtrees that were not
finished are searched again, and their nodes counted once.
"""

import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board
from slidelab.system.files import replacing
from slidelab24.kernel import RUNNING, SOLVED, Subtree
from slidelab24.problem import Node, Problem, pose
from slidelab24.run import Bound, Progress, ProofRun, name_by_homes
from slidelab24.sequences import Automaton
from slidelab24.tables import Tables

NODES_A_STEP = 1 << 21
"""Nodes that a thread expands in one step: about a tenth of a second."""
NODES_A_PIECE = 1 << 22
"""Nodes wanted in a subtree: a fraction of a second."""
MOST_PIECES = 1 << 12

SECONDS_BETWEEN_SAVES = 30.0


class Iteration:
    """The search for a solution of at most `bound` moves.

    `pieces` is the number of subtrees wanted. `finished` has the nodes of those that were searched
    before.
    """

    def __init__(
        self,
        problem: Problem,
        bound: int,
        pieces: int = 1,
        finished: Iterable[tuple[int, int]] = (),
    ) -> None:
        self.problem, self.bound, self.pieces = problem, bound, pieces
        self.finished = dict(finished)
        """The nodes expanded in each subtree that was searched to its end."""
        self.moves: str | None = None
        """The solution, if one is found."""
        self._above, roots = _cut(problem, bound, pieces)
        pieces_left = [(at, root) for at, root in enumerate(roots) if at not in self.finished]
        self._waiting: list[tuple[int, Node | Subtree]] = [*reversed(pieces_left)]
        """The subtrees that no thread is searching, by their roots if they are not begun."""

    @property
    def expanded(self) -> int:
        """Return the nodes expanded so far."""
        begun = [piece for _, piece in self._waiting if isinstance(piece, Subtree)]
        below = sum(subtree.expanded for subtree in begun)
        return self._above + sum(self.finished.values()) + below

    @property
    def complete(self) -> bool:
        """Return whether the iteration is at its end."""
        return self.moves is not None or not self._waiting

    def advance(self, nodes: int) -> None:
        """Expand up to this number of nodes. Any number of threads may do so at once."""
        while nodes > 0 and self.moves is None:
            try:
                at, piece = self._waiting.pop()
            except IndexError:  # other threads have the last ones
                return
            subtree = Subtree(self.problem, piece, self.bound) if isinstance(piece, Node) else piece
            before = subtree.expanded
            outcome = subtree.advance(nodes)
            nodes -= subtree.expanded - before
            if outcome == RUNNING:
                self._waiting.append((at, subtree))
            else:
                self.finished[at] = subtree.expanded
            if outcome == SOLVED:
                self.moves = subtree.moves


def _cut(problem: Problem, bound: int, wanted: int) -> tuple[int, list[Node]]:
    """Return the number of nodes above a level with enough nodes, and the nodes on it.

    Those with the lowest estimates come first.
    """
    above, level = 0, [problem.root(bound)]
    while 0 < len(level) < wanted and len(level[0].moves) < bound // 2:
        above += len(level)
        level = [child for node in level for child in problem.children(node)]
    return above, sorted(level, key=lambda node: -min(node.slacks))


class GradientSearch(ProofRun):
    """A search for a shortest solution on the CPU by a number of threads."""

    def __init__(
        self, start: Board, goal: Board, tables: Tables, automaton: Automaton, workers: int = 1
    ) -> None:
        [self._problem] = pose([name_by_homes(start, goal)], tables, automaton)
        self._workers = workers
        self._iteration: Iteration | None = None
        self._checkpoint: Path | None = None
        self._saved = monotonic()
        progress = Progress(self._problem.board, max(self._problem.estimates))
        root = self._problem.root(progress.bound)
        Subtree(self._problem, root, progress.bound).advance(0)  # compiles
        super().__init__(start, goal, progress, [tables], automaton)

    @property
    def nodes(self) -> int:
        """Return the nodes expanded within the current bound."""
        return 0 if self._iteration is None else self._iteration.expanded

    def search_on(self) -> None:
        """Continue the search for about a tenth of a second."""
        if self._iteration is None:
            pieces = min(MOST_PIECES, max(1, self.progress.expected // NODES_A_PIECE))
            self._iteration = Iteration(self._problem, self.progress.bound, pieces)
        iteration, nodes = self._iteration, self._workers * NODES_A_STEP
        if self.limits.nodes is not None:
            nodes = min(nodes, self.limits.nodes - self.counts.expanded)
        workers = min(self._workers, nodes)
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(iteration.advance, [nodes // workers] * workers))
        if iteration.complete:
            tables = self._problem.tables
            self.progress.finish_bound(iteration.expanded, iteration.moves, tables)
            self._iteration = None
        if monotonic() > self._saved + SECONDS_BETWEEN_SAVES:
            self.save()

    def resume(self, checkpoint: Path) -> None:
        """Continue from a file, if it exists, and save the search there regularly.

        Raises SlidelabError if the file is damaged or belongs to another problem.
        """
        self._checkpoint = checkpoint
        if not checkpoint.exists():
            return
        try:
            kept = json.loads(checkpoint.read_text(encoding="utf-8"))
            problem, progress, iteration = kept["problem"], kept["progress"], kept["iteration"]
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise SlidelabError(f"{checkpoint} is not a readable checkpoint: {error}") from error
        if problem != self._describe():
            raise SlidelabError(f"{checkpoint} belongs to another board or other tables")
        vars(self.progress).update(progress, board=self.progress.board)
        self.progress.searched = [Bound(*bound) for bound in progress["searched"]]
        if iteration is not None:
            self._iteration = Iteration(self._problem, self.progress.bound, *iteration)
        self._count()

    def save(self) -> None:
        """Save the search, if it has a file. Raises OSError if the file cannot be written.

        An iteration is cut into the same pieces whenever it is cut.
        """
        if self._checkpoint is None:
            return
        iteration = self._iteration
        kept = {
            "problem": self._describe(),
            "progress": vars(self.progress),
            "iteration": iteration and (iteration.pieces, sorted(iteration.finished.items())),
        }
        with replacing(self._checkpoint) as beside:
            beside.write_text(json.dumps(kept), encoding="utf-8")
        self._saved = monotonic()

    def _describe(self) -> list[Any]:
        """Return what searches must have in common to continue each other, as JSON has it."""
        drawing = self._problem.tables.partition.drawing
        return [list(self.progress.board), drawing, self._automaton.longest]
