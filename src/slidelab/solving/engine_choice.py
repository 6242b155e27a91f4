"""Which engine runs each of several searches, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from slidelab.engines.engine import ENGINES
from slidelab.puzzle import Shape
from slidelab.solving.defaults import AUTO
from slidelab.solving.spec import SearchSpec


def on_one_engine(specs: Sequence[SearchSpec], *shapes: Shape) -> list[SearchSpec]:
    """The searches on the same engine, so that their times can be compared.

    It is the compiled one where every search has it for every shape, else the textbook. Searches
    for which an engine was asked for keep theirs, and so do those that only one engine has.

    >>> [s.engine for s in on_one_engine([SearchSpec("bfs"), SearchSpec("rbfs")], Shape(3, 3))]
    ['textbook', 'textbook']
    """
    left_open = {spec for spec in specs if spec.engine == AUTO and not spec.values.get("cycles")}
    engines = {spec.engine_for(shape) for spec in left_open for shape in shapes}
    engine = "compiled" if engines == {"compiled"} else "textbook"
    return [replace(spec, engine=engine) if spec in left_open else spec for spec in specs]


def on_fastest_engines(specs: Iterable[SearchSpec], *shapes: Shape) -> list[SearchSpec]:
    """Each search on the fastest engine that has it for every shape, so that none slows others.

    >>> [s.engine for s in on_fastest_engines([SearchSpec("bfs"), SearchSpec("rbfs")], Shape(3, 3))]
    ['compiled', 'textbook']
    """
    return [one for spec in specs for one in on_one_engine([spec], *shapes)]


def engine_reasons(specs: Iterable[SearchSpec], *shapes: Shape) -> list[str]:
    """For each engine, which of the searches run on it; for the textbook also why, in words.

    >>> specs = on_fastest_engines([SearchSpec("bfs"), SearchSpec("rbfs", "zero")], Shape(3, 3))
    >>> for line in engine_reasons(specs, Shape(3, 3)):
    ...     print(line)
    compiled: bfs
    textbook: rbfs with zero has no compiled version under these conventions
    """
    names: dict[str, list[str]] = {}
    for spec in specs:
        objections = (ENGINES["compiled"].objection(spec, shape) for shape in shapes)
        # The rest of the sentence recommends the engine that was asked for already.
        reason = next((text.partition(";")[0] for text in objections if text), "")
        name = " with ".join(filter(None, (spec.algorithm, spec.heuristic)))
        is_explained = spec.engine == "textbook" and reason
        names.setdefault(spec.engine, []).append(reason if is_explained else name)
    return [f"{engine}: {', '.join(dict.fromkeys(those))}" for engine, those in names.items()]
