"""The access token: kept from one start of the server to the next, for its owner's eyes alone."""

import os
import stat

import pytest

from slidelab.web.token import keep_token

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX")


def test_it_outlives_a_restart_and_only_its_owner_can_read_it(tmp_path):
    folder = tmp_path / "data"
    token = keep_token(folder)
    [file] = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert keep_token(folder) == token
    assert keep_token(tmp_path / "other") != token


def test_one_that_others_could_have_read_is_replaced(tmp_path):
    token = keep_token(tmp_path)
    [file] = tmp_path.iterdir()
    file.chmod(0o644)
    fresh = keep_token(tmp_path)
    assert fresh != token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_link_in_its_place_is_not_followed(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("known")
    elsewhere.chmod(0o600)
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "web-token").symlink_to(elsewhere)
    assert keep_token(folder) != "known"
    assert elsewhere.read_text() == "known"


def test_where_nothing_can_be_kept_there_is_one_all_the_same(tmp_path):
    (tmp_path / "file").touch()
    assert keep_token(tmp_path / "file")
