"""What a PBN file says, whatever stands between its tags."""

from daemon.bridge.pbn_games import Game, read_games
from daemon.problem import Source, Span


def games(text: str) -> tuple[Game, ...]:
    found, problems = read_games(Source("hands.pbn", text))
    assert problems == ()
    return found


def values(text: str, name: str) -> list[str | None]:
    return [game.value(name) for game in games(text)]


def test_an_empty_line_ends_a_game() -> None:
    assert values('[Board "1"]\n[Dealer "N"]\n\n[Board "2"]\n', "Board") == ["1", "2"]


def test_a_game_ends_where_a_tag_comes_again_or_the_event_of_the_next() -> None:
    assert values('[Board "1"]\n[Board "2"]\n', "Board") == ["1", "2"]
    text = '[Board "1"]\n[Event "A"]\n[Board "2"]\n'
    assert [(game.value("Event"), game.value("Board")) for game in games(text)] == [
        (None, "1"),
        ("A", "2"),
    ]


def test_an_empty_line_within_a_game_does_not_tear_it() -> None:
    (game,) = games('[Event "A"]\n\n[Board "1"]\n\n[Dealer "N"]\n')
    assert sorted(game.tags) == ["Board", "Dealer", "Event"]


def test_comments_and_escaped_lines_say_nothing() -> None:
    text = (
        '% [Board "9"]\n'
        '[Board "1"] ; [Board "8"]\n'
        '{ a comment over\n[Board "7"]\n two lines } [Dealer "N"]\n'
    )
    (game,) = games(text)
    assert (game.value("Board"), game.value("Dealer")) == ("1", "N")


def test_what_looks_like_a_comment_within_quotes_is_a_value() -> None:
    assert values('[Event "a; {b} % c"]\n', "Event") == ["a; {b} % c"]


def test_a_quote_and_a_backslash_are_written_with_a_backslash() -> None:
    assert values(r'[Event "the \"Open\" \\ 2"]' + "\n", "Event") == [r'the "Open" \ 2']


def test_a_tag_may_have_blanks_and_line_ends_of_any_system() -> None:
    for end in ("\n", "\r\n", "\r"):
        (game,) = games(f'[ Board   "3" ]{end}  [Dealer "S"]{end}')
        assert game.tags["Board"].span == Span(1, 12, 1)
        assert game.tags["Dealer"].span == Span(2, 12, 1)


def test_the_rows_of_a_table_stand_behind_its_tag() -> None:
    (game,) = games('[OptimumResultTable "Declarer"]\nN NT 7 ; well\n\n S S 8\n[Board "1"]\n')
    assert game.tags["OptimumResultTable"].rows == ("N NT 7", "S S 8")


def test_a_number_sign_takes_the_value_of_the_game_before() -> None:
    text = '[Event "Club"]\n[Board "1"]\n\n[Event "#"]\n[Board "2"]\n\n[Event "#"]\n[Board "3"]\n'
    assert values(text, "Event") == ["Club"] * 3
    assert values('[Event "#"]\n[Board "1"]\n', "Event") == [""]


def test_two_number_signs_give_a_value_to_all_games_that_follow() -> None:
    text = (
        '[Event "##Club"]\n[Board "1"]\n\n[Board "2"]\n\n[Event "Other"]\n[Board "3"]\n\n'
        '[Board "4"]\n'
    )
    assert values(text, "Event") == ["Club", "Club", "Other", "Other"]


def test_only_the_event_is_given_to_all_games_that_follow() -> None:
    """A par or a table of tricks is that of its board, and a game may not grow with its file."""
    text = '[Event "##Club"]\n[OptimumScore "##NS 420"]\n[Board "1"]\n\n[Board "2"]\n'
    assert values(text, "OptimumScore") == ["NS 420", None]
    assert values(text, "Event") == ["Club", "Club"]


def test_cards_are_never_taken_over_from_another_board() -> None:
    text = '[Board "1"]\n[Deal "N:-"]\n\n[Board "2"]\n[Deal "#"]\n'
    assert values(text, "Deal") == ["N:-", "#"]


def test_a_tag_that_cannot_be_read_costs_no_other() -> None:
    text = '[Board "1"]\n[Dealer N]\n[Event "A]\n[Vulnerable "All"]\n'
    found, problems = read_games(Source("hands.pbn", text))
    assert [game.value("Vulnerable") for game in found] == ["All"]
    assert [problem.one_line() for problem in problems] == [
        (
            "hands.pbn:2:1: error: this tag cannot be read: write its name and, in double quotes, "
            'its value, as in [Board "1"] [hands-tag]'
        ),
        (
            "hands.pbn:3:1: error: this tag cannot be read: write its name and, in double quotes, "
            'its value, as in [Board "1"] [hands-tag]'
        ),
    ]


def test_a_comment_that_is_not_closed_costs_nothing_else() -> None:
    found, problems = read_games(Source("hands.pbn", '{ oh\n[Board "1"]\n[Dealer "N"] { yes }\n'))
    assert [game.value("Board") for game in found] == ["1"]
    assert [problem.one_line() for problem in problems] == [
        (
            "hands.pbn:1:1: error: a comment begins here and is not closed: put } behind it "
            "[hands-comment]"
        ),
    ]


def test_a_file_without_a_tag_has_no_game() -> None:
    assert games("") == ()
    assert games("nothing at all\n") == ()
