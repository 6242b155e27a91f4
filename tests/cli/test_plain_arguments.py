"""Arguments that are read without Click mean what they mean to Click."""

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidelab.cli.app import app
from slidelab.cli.command import Command
from slidelab.cli.commands import load_command
from slidelab.cli.plain_arguments import read_call, read_values

VALUES = ["3", "0", "-1", "2.5", "", "-", "--", "astar", "text", "4x4", "125340678", "U,L"]


@st.composite
def command_lines(draw):
    """A command and words that may follow it: its flags, values, and things that are neither."""
    name = draw(st.sampled_from(sorted(app.commands)))
    made = app.get_command(click.Context(app), name)
    options = [flag for each in made.params for flag in (*each.opts, *each.secondary_opts)]
    flags = st.sampled_from([each for each in options if each.startswith("-")] or ["-h"])
    values = st.sampled_from(VALUES)
    joined = st.builds("{}={}".format, flags, values)
    words = draw(st.lists(st.one_of(values, joined, flags, st.tuples(flags, values)), max_size=5))
    return name, [part for word in words for part in (word if isinstance(word, tuple) else [word])]


@given(command_lines())
def test_click_reads_the_same(line):
    name, words = line
    values = read_values(Command(load_command(name)).parameters, words)
    if values is not None:
        context = app.get_command(click.Context(app), name).make_context(name, [*words])
        assert values == {each: context.params[each] for each in values}


@pytest.mark.parametrize(
    "line",
    [
        "solve 125340678",
        "solve 1 2 5 3 4 0 6 7 8 -a astar -H manhattan --weight 2 --graph --format=json",
        "compare 125340678 -a bfs -a dfs --no-record",
        "check 125340678 --goal blank-last",
        "list heap",
    ],
)
def test_plain_arguments_need_no_click(line):
    assert read_call(line.split()) is not None


@pytest.mark.parametrize(
    "line", ["", "--help", "solve -h", "solve --wide", "solve --weight", "solve -a=bfs", "shuffle"]
)
def test_the_rest_is_left_to_click(line):
    assert read_call(line.split()) is None
