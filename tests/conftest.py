"""Tests leave the trials and settings of whoever runs them alone."""

import os

from hypothesis import settings

os.environ["SLIDELAB_RECORD"] = "off"
os.environ["SLIDELAB_DATA"] = os.environ["SLIDELAB_CONFIG"] = os.devnull + "/slidelab-tests"

# How long an example takes says more about the machine than about slidelab.
settings.register_profile("slidelab", deadline=None)
settings.load_profile("slidelab")
