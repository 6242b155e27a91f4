"""Short solutions at any size: a constructive solver, beams with learned evaluations, windows.

Nothing here promises a shortest path. A board is looked at in a `Frame`, where its goal is the
plainest there is, so whatever was learned serves every goal.
"""
