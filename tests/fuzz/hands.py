"""Hand records in PBN, as dealing programs and result programs write them."""

from daemon.bridge.hand_records import HandRecords, read_hand_records
from daemon.cli.loading import decode_text
from daemon.problem import Source, has_errors
from daemon.publish.pbn_hands import hand_records_pbn
from tests.fuzz.judging import PromiseBrokenError
from tests.fuzz.reader import Reader, Seen

_ONE = b"N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
_TWO = b"N:A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85 .63.AKQ987.A9732"
_HANDS = (
    b'%% PBN 2.1\n[Event "Club"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "%b"]\n'
    b'[DoubleDummyTricks "7689a7689a43210432bd"]\n[OptimumScore "NS 420"]\n'
    b'[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT 7\nN  S 10\nE  H 5\n\n'
    b'[Event "#"]\n[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n[Deal "%b"]\n' % (_ONE, _TWO),
    b'[Event "##Club ""]\r\n[Board "7"]\r\n[Deal "%b"] ; dealt by hand\r\n{over\r\nlines} '
    b'[Board "8"]\r\n[Deal "E:A8654.KQ5.10.QJ106 J973.J98742.3.K4 - KQT2.AT.J6542.85"]\r\n'
    b'[OptimumScore "EW 4S; -620"]\r\n[Board "9"]\r\n[Deal "N:- - - -"]\r\n' % _ONE,
    b'[Event "A"]\n[Site ""]\n[Board "3"]\n[West "X"]\n[Deal "%b"]\n[Contract "4S"]\n'
    b'[Auction "N"]\n1C Pass 1S =1= Pass\n4S AP\n[Note "1:say \\"spades\\""]\n'
    b'[Play "E"]\nSA S2\n*\n'
    b'[Event "B"]\n[Board "3"]\n[Deal "%b"]\n[ScoreTable "Rank;Score"]\n1 420\n' % (_TWO, _ONE),
)


def _hands(data: bytes) -> Seen:
    source = Source("hands.pbn", decode_text(data))
    records, problems = read_hand_records(source)
    of_one, about_one = read_hand_records(source, "Club")
    for read, found in ((records, problems), (of_one, about_one)):
        if not read and not has_errors(found):
            raise PromiseBrokenError("neither hands nor an error")
    written = hand_records_pbn(records.values(), "#Club")
    again, found = read_hand_records(Source("again", written.decode("latin-1")))
    if _known(again) != _known(records) or (records and has_errors(found)):
        raise PromiseBrokenError("what was written is not what was read")
    return Seen((*problems, *about_one), source, (_known(records), _known(of_one)))


def _known(records: HandRecords) -> dict[int, object]:
    """What is known of each board, wherever it stands in its file."""
    return {
        board: (one.deal, dict(one.tricks), one.makeable and one.makeable.par)
        for board, one in records.items()
    }


HANDS = (Reader("hands", _HANDS, _hands),)
