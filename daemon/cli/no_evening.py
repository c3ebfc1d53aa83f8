"""Why no new evening is made."""


class NoEveningError(Exception):
    """Nothing is made; the message says why and what to do.

    `status` is the exit status of the command: 1 for what the disk holds or refuses.
    """

    status = 1


class UnplayableError(NoEveningError):
    """Nothing can be made of what was asked for: 2, as for all wrong usage."""

    status = 2
