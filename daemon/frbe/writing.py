"""Writing a report: cp1252, CR LF, every field in its column."""

from msgspec.structs import replace

from daemon.frbe.columns import write_heading, write_row
from daemon.frbe.cp1252 import encode
from daemon.frbe.machine_line import write_machine_line
from daemon.frbe.report import Layout, Report


def write_report(report: Report) -> bytes:
    """The bytes of a report, in its layout. What cp1252 has not becomes a question mark."""
    heading = (report.heading,) if report.heading else ()
    rows = (write_row(report.layout, rank, each) for rank, each in enumerate(report.players, 1))
    lines = (*report.head, write_machine_line(report), *heading, *rows)
    return encode("".join(f"{line}\r\n" for line in lines))


def in_layout(report: Report, layout: Layout) -> Report:
    """The same report with the columns of another layout (24 lines apart, which has its own).

    What stands behind the cell of a row of the 24-lines layout is left out.
    """
    if layout is report.layout:
        return report
    dates = report.round_dates or (None,) * report.rounds
    players = tuple(replace(player, tail="") for player in report.players)
    heading = write_heading(layout, dates)
    return replace(report, layout=layout, heading=heading, round_dates=dates, players=players)
