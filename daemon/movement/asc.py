"""Movement files (.ASC): the minimum standard, and what balans and picolo accept beyond it.

`decode_asc` makes a text of the bytes, `read_asc` a movement of the text, `write_asc` a text that
every program reads.
"""

from daemon.movement.encoding import MAX_BYTES, decode_asc
from daemon.movement.reading import read_asc
from daemon.movement.writing import write_asc

__all__ = ["MAX_BYTES", "decode_asc", "read_asc", "write_asc"]
