"""`slidelab explain`: numbers on the command line, more boards, files, JSON."""

import json
import signal
import subprocess

from slidelab.search.conventions import CHOICES
from tests.oracles import course_programs as program
from tests.support.cli import COMMAND, PATIENCE, invoke

BOARD = "6,1,8,4,0,2,7,3,5"


def test_an_explanation_says_what_each_choice_does():
    ran = invoke("explain", "714602385", "-a", "dfs", "--expanded", "371")
    assert ran.exit_code == 0
    assert "1. dfs, counted as textbook, except: children compared" in ran.stdout
    assert CHOICES["checked"].effect("expanded") in " ".join(ran.stdout.split())


def test_presets_are_named_and_json_holds_everything():
    ran = invoke("explain", "632781405", "-a", "bfs", "--expanded", "2684", "--format", "json")
    found = json.loads(ran.stdout)
    first = found["matches"][0]
    assert (first["preset"], first["deviations"]) == ("textbook", {})
    assert first["counters"][0]["expanded"] == 2_684
    assert {match["preset"] for match in found["matches"]} >= {"textbook", "driver"}


def test_more_boards_rule_out_more(tmp_path):
    near, far = "125340678", "312645078"

    def printed(board):
        return program.bfs(program.read(board), order="RLDU")["expanded"]

    def orders(*more):
        ran = invoke(
            "explain",
            near,
            "-a",
            "bfs",
            "--expanded",
            str(printed(near)),
            *more,
            "--format",
            "json",
        )
        return {
            order
            for match in json.loads(ran.stdout)["matches"]
            for order in (match["conventions"]["order"], *match["alternatives"].get("order", ()))
        }

    table = tmp_path / "printed.csv"
    table.write_text(f"board,expanded,remark\n{far},{printed(far)},mine\n")
    alone = orders()
    also = orders("--also", f"{far} expanded={printed(far)}")
    assert "RLDU" in also <= alone
    assert orders("--table", str(table)) == also


def test_nothing_fits_and_why():
    ran = invoke("explain", BOARD, "-a", "bfs", "--cost", "22")
    assert ran.exit_code == 4
    assert "No conventions produce these numbers." in ran.stdout
    assert "22 is a bug" in " ".join(ran.stdout.split())


def test_slips_are_told(tmp_path):
    assert "nothing to explain" in invoke("explain", BOARD, "-a", "bfs").stderr
    ran = invoke("explain", BOARD, "-a", "bfs", "--also", "expanded=3")
    assert "write a board and its numbers" in ran.stderr
    table = tmp_path / "printed.csv"
    table.write_text("puzzle,expanded\n125340678,3\n")
    assert "no column `board`" in invoke("explain", "--table", str(table), "-a", "bfs").stderr
    table.write_text("board,expanded\n125340678,three\n")
    assert "line 2" in invoke("explain", "--table", str(table), "-a", "bfs").stderr


def test_an_interrupted_inquiry_claims_nothing():
    command = [*COMMAND, "explain", "korf:1", "-a", "bfs", "--duplicates", "1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert "Conventions of bfs" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "No conventions produce" not in out
    assert "not all conventions were tried" in told
