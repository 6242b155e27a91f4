"""Draw the pictures of docs/comparing.md and docs/studies, and write the pages of the studies.

python scripts/lab_pictures.py compare
python scripts/lab_pictures.py depth child-order graph-or-tree conventions weights
"""

import sys
from pathlib import Path

from slidelab import Limits, solve
from slidelab.lab.plots import MEASURES, plot_comparison, plot_lines, series_of
from slidelab.lab.studies import STUDIES, Request
from slidelab.puzzle import Shape, random_board

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "pictures"
SEARCHES = ("bfs", "dfs", "bidirectional", "greedy", "wastar", "astar", "ida")
BOARDS = 100


def compare() -> None:
    """One board on one sheet; many boards on one sheet and one chart each."""
    start = "8 6 7 / 2 5 4 / 3 0 1"
    results = [solve(start, goal="blank-last", algorithm=name) for name in SEARCHES]
    note = f"Start {start}, goal blank-last, 31 moves away; heuristic manhattan; textbook counts."
    file = PICTURES / "compare-one-board.png"
    plot_comparison(series_of(results), file, title="Seven searches on one board", note=note)
    boards = [random_board(Shape(3, 3), "blank-first", seed) for seed in range(BOARDS)]
    limits = Limits(seconds=20)
    many = [solve(board, algorithm=name, limits=limits) for board in boards for name in SEARCHES]
    series = series_of(many)
    title = f"Seven searches on {BOARDS} random boards"
    note = "Boards of 3x3, goal blank-first; heuristic manhattan; textbook counts."
    plot_comparison(series, PICTURES / "compare-many-boards.png", title=title, note=note)
    for measure in MEASURES:
        file = PICTURES / f"compare-{measure.replace('_', '-')}.svg"
        plot_comparison(series, file, measures=[measure], title=title)


def study(name: str) -> None:
    """Make a study in full, write its page and draw its curves."""
    made = STUDIES[name]
    findings = made(Request())
    page = made.to_markdown(findings)
    if findings.curves:
        file = PICTURES / f"study-{name}.svg"
        plot_lines(
            findings.curves,
            findings.x_label,
            findings.y_label,
            file,
            title=made.title,
            point_names=findings.point_names,
        )
        page = page.replace("\n## ", f"\n![{made.title}](../pictures/{file.name})\n\n## ", 1)
    (DOCS / "studies").mkdir(exist_ok=True)
    (DOCS / "studies" / f"{name}.md").write_text(page)


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        if wanted == "compare":
            compare()
        else:
            study(wanted)
