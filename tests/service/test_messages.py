import queue

from daemon.service.messages import Beat, Inbox, Stop, waiting


def test_all_that_waits_is_taken_in_order() -> None:
    inbox: Inbox = queue.SimpleQueue()
    inbox.put(Beat())
    inbox.put(Stop("enough"))
    assert waiting(inbox) == [Beat(), Stop("enough")]
    assert waiting(inbox) == []
