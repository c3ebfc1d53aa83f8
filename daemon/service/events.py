"""The catalogue of log events: everything that the log can say, and what it means.

The README lists it; a test holds the two together, and the log refuses a name that is not here.
"""

from collections.abc import Mapping

CATALOGUE: Mapping[str, str] = {
    "daemon.failed": "the daemon ends by an error that nobody foresaw",
    "daemon.started": "the daemon runs; the plan in figures",
    "daemon.stopping": "the daemon ends, and why",
    "device.changed": "another device writes a file now",
    "event.closed": "the director closed the evening: nobody waits any more",
    "event.reopened": "the evening goes on after it was closed",
    "files.archived": "a file of an earlier plan or event was moved into a dated folder",
    "files.pushed": "IN files were written for the devices",
    "files.strange": "an IN file lies there that is not ours",
    "heartbeat": "once a minute: how far the event is",
    "ledger.damaged": "the ledger was damaged; it was set aside and a new one begun",
    "ledger.full": "nothing can be recorded; nothing is lost, it is tried again",
    "ledger.restored": "the ledger can be written again",
    "out.received": "a device's file came in",
    "out.stale": "a file of an earlier event was set aside",
    "out.unreadable": "a file could not be read or decrypted",
    "plan.changed": "the plan was read again",
    "problem.found": "something is odd; the message says what to do",
    "problem.settled": "something is odd no longer",
    "program.trouble": "a part of the program had trouble and goes on",
    "publish.failed": "the results could not be written; it is tried again",
    "result.conflict": "two sources differ; the result is held",
    "result.corrected": "a device entered another result",
    "result.entered": "a result counts now",
    "result.held": "a line came in that must not be scored",
    "result.settled": "a held result counts now",
    "result.withdrawn": "a result that counted does not any more",
    "round.late": "a round should be over, and tables have not reported all of it",
    "round.started": "the first result of a round came in",
    "ruling.applied": "the director ruled",
    "ruling.withdrawn": "a ruling was taken out",
    "standings.published": "results, pages and exports were written",
    "sync.lost": "the folder cannot be reached; play goes on",
    "sync.restored": "the folder is back, or files come in again",
    "sync.silent": "nothing comes in from any tablet though results are due",
}
