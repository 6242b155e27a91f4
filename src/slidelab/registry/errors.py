"""What can be wrong with a name and with what it stands for."""


class UnknownNameError(ValueError):
    """A registry has no entry of the name asked for; the message lists those there are."""


class OwnCodeError(ValueError):
    """Somebody's own code failed; the message says where: what was asked, the file and the line."""
