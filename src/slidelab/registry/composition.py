"""Parts of slidelab that are found by a name rather than by a file in a folder.

This is the one place that names modules of every layer. Each is written `module:object` and
imported when somebody asks for it, so that lower layers need not know the ones above.
"""

NAMED = {
    "engines": {
        "textbook": "slidelab.engines.textbook:textbook",
        "compiled": "slidelab.engines.compiled.engine:compiled",
        "parallel": "slidelab.engines.compiled.engine:parallel",
        "gpu": "slidelab.engines.gradient.gpu:gpu",
    }
}
"""The entries of a registry without a folder, by the registry's plural."""

PROGRAMS = {"algorithms": "slidelab.course.judge.as_algorithm:program_algorithm"}
"""The function that makes an entry of `program:path/to/program.toml`, by the registry's plural."""

FOR_BOARDS = {
    "solve": "slidelab.solving:solve",
    "at-distance": "slidelab.solving.board_at_distance:board_at",
}
"""What methods of boards call in the layers above them."""
