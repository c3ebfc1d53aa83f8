"""Passing hints on, whatever the listener does with them."""

import logging

from daemon.folder.port import LookAt

logger = logging.getLogger(__name__)


def careful(look_at: LookAt) -> LookAt:
    """A listener that never raises: an exception would end the watching for good, in silence."""

    def look(name: str | None) -> None:
        try:
            look_at(name)
        except Exception:
            logger.exception(
                "The hint to look at %s was lost; the next scan makes up", name or "all"
            )

    return look
