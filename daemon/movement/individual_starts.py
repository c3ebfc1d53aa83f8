"""First rounds of cyclic individuals: the others follow by the option H.

The key is the number of players; the value names North, South, East and West of each table. They
were found by trial and error: the differences between partners all differ, those between opponents
all occur twice. Of those that came up within a minute this is the one with the best Qf when all
tables play the same boards.
"""

from collections.abc import Mapping

INDIVIDUAL_STARTS: Mapping[int, str] = {
    4: "4 1 2 3",
    5: "3 4 5 2",
    8: "8 5 6 1  3 2 7 4",
    12: "12 10 11 7  9 3 8 5  6 4 2 1",
    13: "9 6 13 2  12 3 11 4  7 8 10 5",
    16: "16 9 12 8  15 7 2 11  6 5 14 4  13 10 1 3",
    17: "17 13 2 10  5 3 16 15  9 6 14 8  4 11 12 7",
    20: "20 16 8 13  19 11 17 10  6 4 18 14  15 5 9 12  2 3 7 1",
    21: "19 3 21 12  20 5 10 11  18 15 7 14  17 6 4 2  9 13 16 8",
    24: "24 19 8 9  23 12 17 10  22 13 14 6  21 4 18 15  20 16 1 11  7 2 3 5",
    28: "28 10 15 24  7 14 27 11  22 18 26 16  5 13 25 23  21 20 4 19  2 8 17 3  12 9 6 1",
}
