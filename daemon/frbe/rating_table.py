"""FIDE's table from a percentage to a difference in rating (Rating Regulations, table 8.1.1)."""

_FROM_50 = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
"""For 50 % to 100 %; below 50 % it is the same with a minus."""

_EVEN = 50


def rating_difference(percent: int) -> int:
    """How much a score of this percentage (0 to 100) is above the opponents' average."""
    if percent < _EVEN:
        return -_FROM_50[_EVEN - percent]
    return _FROM_50[percent - _EVEN]
