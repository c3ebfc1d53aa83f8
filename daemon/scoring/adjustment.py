"""What the director adds to, or takes from, a contestant's total."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct, field

from daemon.scoring.tally import Tally
from daemon.scoring.traveller import Contestant

_ZERO = Fraction(0)


class Adjustment(Struct, frozen=True):
    """Corrections of one contestant's result, signed; those of several rulings can be added.

    `points` are matchpoints on the total, which leave the maximum and the boards as they are (a
    percentage of a top is turned into points by whoever knows the top). `percent_points` go onto
    the final percentage and change neither total nor maximum: give them to `standings`. `carried`
    are points that are brought in, with the maximum and the boards that they are of.
    """

    points: Fraction = _ZERO
    percent_points: Fraction = _ZERO
    carried: Tally = field(default_factory=Tally)

    def __add__(self, other: "Adjustment") -> "Adjustment":
        return Adjustment(
            self.points + other.points,
            self.percent_points + other.percent_points,
            self.carried + other.carried,
        )


def adjust(
    tallies: Mapping[Contestant, Tally], adjustments: Mapping[Contestant, Adjustment]
) -> dict[Contestant, Tally]:
    """Add the points, and what was carried in, to what each contestant has gathered.

    A contestant without a tally begins with nothing: points alone leave it without a board, and so
    without a rank. Percentage points are left to `standings`.
    """
    adjusted = dict(tallies)
    for contestant, adjustment in adjustments.items():
        corrected = Tally(total=adjustment.points) + adjustment.carried
        adjusted[contestant] = adjusted.get(contestant, Tally()) + corrected
    return adjusted
