"""Which search, and how to count: options made of what algorithms and conventions declare."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any

from slidelab import heuristics
from slidelab.cli.command import Option, Options
from slidelab.engines.compiled.databases import GRADIENT
from slidelab.puzzle import Shape
from slidelab.puzzle.wording import phrase
from slidelab.search import ALGORITHMS, PRESETS, Algorithm, Conventions, Parameter, preset
from slidelab.search.conventions import CHOICES, Choice
from slidelab.solving import SearchSpec
from slidelab.solving.defaults import AUTO
from slidelab.solving.row_syntax import Row, randomise, read_choice, read_row, rows_on_one_engine
from slidelab.solving.spec import canonical_heuristic, engine_names

COUNTING = "Conventions"

search_option = partial(Option, panel="The search")
counting_option = partial(Option, panel=COUNTING, folded=True)


def algorithm_option(
    if_none: str = "astar up to 3x3, ida up to 4x4, anytime for larger boards",
) -> Any:
    """The option that names an algorithm; `if_none` describes the default."""
    return search_option(
        *("-a", "NAME"),
        help="Algorithm (see 'slidelab list algorithms'), or file.py:name for your own (default: "
        f"{if_none}).",
        complete=ALGORITHMS.names,
    )


def heuristic_option(
    if_none: str = "manhattan, or auto above 3x3 if no algorithm is given either",
) -> Any:
    """The option that names a heuristic; `if_none` describes the default."""
    return search_option(
        *("-H", "NAME"),
        help="Heuristic (see 'slidelab list heuristics'), pattern databases such as 6-6-3, a "
        "formula such as a+b or max(a,b), file.py:name for your own, or auto for the best "
        "affordable one "
        f"(default: {if_none}).",
        show_default=False,
        complete=lambda: [AUTO, GRADIENT, *heuristics.names()],
    )


EngineName = Annotated[
    str,
    search_option(
        "--engine",
        "NAME",
        help="Engine: auto, textbook, compiled, parallel, gpu or an installed one.",
        parser=str.lower,
        complete=engine_names,
    ),
]
PresetName = Annotated[
    str, Option("NAME", help="Conventions to count by", among=tuple(PRESETS), panel=COUNTING)
]


def parameter_flag(algorithm: Algorithm, parameter: Parameter) -> str:
    """How a parameter of an algorithm is written on the command line."""
    if algorithm.is_own:
        return f"--set {parameter.name}=VALUE"
    return f"--{parameter.name.replace('_', '-')}"


PARAMETERS = ("depth_limit", "weight", "cycles", "width", "restarts")
"""Parameters of slidelab's algorithms, which a command would otherwise have to import first."""


def parameter_options(
    names: Iterable[str], algorithms: Callable[[], list[Algorithm]] = ALGORITHMS.built_in
) -> Options:
    """An option for each parameter of the algorithms, whose value is read later."""

    def describe(name: str) -> str:
        takers = [each for each in algorithms() if name in each.parameters]
        return " ".join(f"{each.title}: {each.parameters[name].help}." for each in takers)

    return Options(
        {
            name: Annotated[
                str | None,
                search_option(f"--{name.replace('_', '-')}", "N", help=partial(describe, name)),
            ]
            for name in names
        }
    )


_FLAGS = {
    "seed": "--random-order",
    "generated": "--generated-counted",
    "largest": "--largest-frontier",
    "depth": "--depth-counted",
    "graph": "--graph/--tree",
}
"""Those that are not called as the choice is."""


def _choice_option(choice: Choice) -> Any:
    name = choice.name.replace("_", "-")
    meaning = choice.meaning.replace("`", "")
    if choice.kind == "yes-or-no":
        flags = _FLAGS.get(choice.name, f"--{name}/--no-{name}")
        return Annotated[bool | None, counting_option(flags, help=meaning)]
    flag = _FLAGS.get(choice.name, f"--{name}")
    if choice.kind == "number":
        meaning += " Without a number, a random seed is chosen and printed."
        return Annotated[int | None, counting_option(flag, "[N]", help=meaning)]
    return Annotated[
        str | None,
        counting_option(
            *(flag, "UDLR" if choice.name == "order" else "WORD"),
            help=meaning,
            parser=_read_order if choice.name == "order" else str.lower,
            complete=lambda: list(choice.values),
        ),
    ]


def _read_order(text: str) -> str:
    return "".join(text.upper().replace(",", " ").split())


@dataclass(eq=False, repr=False)
class SearchOptions:
    """Everything about a search but its algorithm and its heuristic.

    :param assignments: A parameter of the algorithm or a convention; may be repeated.
    :param optimal: If no algorithm is given: find the fewest moves, however long it takes.
    :param force: Search even if there is no solution.
    """

    parameters: Annotated[dict[str, str], parameter_options(PARAMETERS)] = field(
        default_factory=dict
    )
    assignments: Annotated[list[str] | None, search_option("--set", "NAME=VALUE")] = None
    optimal: Annotated[bool, search_option()] = False
    engine: EngineName = "auto"
    force: Annotated[bool, search_option()] = False
    preset: PresetName = "textbook"
    choices: Annotated[
        dict[str, Any], Options({name: _choice_option(each) for name, each in CHOICES.items()})
    ] = field(default_factory=dict)

    def conventions(self) -> Conventions:
        """The preset with the choices given; raises ValueError when one makes no sense."""
        choices = dict(self.choices)
        for name, text in self._assigned().items():
            if name in CHOICES:
                choices |= read_choice(name, text)
        return replace(preset(self.preset), **choices)

    def spec(self, algorithm: str | None, heuristic: str | None, shape: Shape) -> SearchSpec:
        """The search on boards of a shape; raises ValueError when its parts make no sense."""
        spec = SearchSpec(
            algorithm,
            heuristic,
            preset=self.preset,
            conventions=self.conventions(),
            engine=self.engine,
            optimal=self.optimal,
            shape=shape,
        )
        parameters = read_parameters(spec.method, self._collect_texts())
        return replace(spec, parameters=tuple(parameters.items())) if parameters else spec

    def rows(
        self,
        texts: Sequence[str] | None,
        algorithms: Sequence[str] | None,
        names: Sequence[str] | None,
        shape: Shape,
        random: bool = False,
    ) -> list[Row]:
        """The rows given as texts, and each algorithm, or all there are, with each heuristic.

        With `random`, each of them comes a second time, with moves tried in random order.
        A parameter goes to the algorithms that take it, and an engine to the searches that it can
        run; by default all run on one, so that times are comparable.
        Raises ValueError if something doesn't fit or isn't used.
        """
        usual = SearchSpec(preset=self.preset, conventions=self.conventions())
        rows = [read_row(text, usual, shape) for text in texts or ()]
        if algorithms or not texts:
            rows += self._make_rows(algorithms, names or ["manhattan"], usual, shape)
        if random:
            rows += [randomise(row) for row in rows]
        once = list({row.specs: row for row in rows}.values())
        if self.engine == "auto":
            return rows_on_one_engine(once, shape)
        return [
            Row(row.label, tuple(_move_to_engine(spec, self.engine, shape) for spec in row.specs))
            for row in once
        ]

    def _make_rows(
        self,
        algorithms: Sequence[str] | None,
        names: Sequence[str],
        usual: SearchSpec,
        shape: Shape,
    ) -> Iterator[Row]:
        chosen = [ALGORITHMS[a] for a in algorithms] if algorithms else ALGORITHMS.all()
        texts = self._collect_texts()
        for name in texts:
            if not any(name in algorithm.parameters for algorithm in chosen):
                known = phrase(sorted({name for each in chosen for name in each.parameters}))
                hint = f"; they have {known}" if known else ""
                raise ValueError(f"none of the algorithms has the option {name!r}{hint}")
        estimates = list(dict.fromkeys(canonical_heuristic(name) for name in names))
        for algorithm in chosen:
            own = {name: text for name, text in texts.items() if name in algorithm.parameters}
            for estimate in estimates if algorithm.informed else [None]:
                spec = replace(usual, algorithm=algorithm.name, heuristic=estimate)
                parameters = tuple(read_parameters(algorithm, own).items())
                words = [algorithm.name, *([estimate] if estimate and len(estimates) > 1 else [])]
                yield Row(" ".join(words), (replace(spec, parameters=parameters).resolve(shape),))

    def _collect_texts(self) -> dict[str, str]:
        own = {name: text for name, text in self._assigned().items() if name not in CHOICES}
        return self.parameters | own

    def _assigned(self) -> dict[str, str]:
        texts = {}
        for assignment in self.assignments or ():
            name, equals, text = assignment.partition("=")
            if not equals:
                raise ValueError(f"--set {assignment} has no value: write --set NAME=VALUE")
            texts[name.strip().replace("-", "_")] = text.strip()
        return texts


def read_parameters(algorithm: Algorithm, texts: dict[str, str]) -> dict[str, Any]:
    """The values of an algorithm's parameters; those that it has not are left as they are."""
    own = algorithm.parameters
    return {name: own[name].read(text) if name in own else text for name, text in texts.items()}


def _move_to_engine(spec: SearchSpec, engine: str, shape: Shape) -> SearchSpec:
    """The search on this engine where it has it, else on whichever has it."""
    try:
        wanted = replace(spec, engine=engine)
        wanted.engine_for(shape)
    except ValueError:
        return spec
    return wanted
