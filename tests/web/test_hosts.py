"""By which names the server may be called."""

import pytest

from daemon.web.hosts import Hosts, host_of, is_here


@pytest.mark.parametrize(
    "header", ["127.0.0.1:8420", "localhost", "LOCALHOST:8420", "[::1]:8420", "localhost."]
)
def test_this_computer_is_known_by_its_own_names(header: str) -> None:
    assert Hosts("127.0.0.1", ["club-pc"]).knows(header)


@pytest.mark.parametrize(
    "header",
    ["evil.example", "127.0.0.1.evil.example", "192.168.1.5", "other", "", "[::1", "127.0.0.1:80a"],
)
def test_on_this_computer_alone_no_other_name_is_known(header: str) -> None:
    assert not Hosts("127.0.0.1", ["club-pc"]).knows(header)


@pytest.mark.parametrize(
    "header",
    ["192.168.1.5:8420", "[fe80::1]:8420", "club-pc", "club-pc.local", "scores.lan", "10.0.0.1"],
)
def test_in_the_whole_network_addresses_and_local_names_are_known(header: str) -> None:
    assert Hosts("0.0.0.0", ["club-pc"]).knows(header)  # noqa: S104 - nothing listens


@pytest.mark.parametrize(
    "header", ["evil.example", "a.local.evil.example:8420", "ev il", "é.local"]
)
def test_a_name_that_anybody_may_have_is_not_known(header: str) -> None:
    """It could be made to lead here, and its page would be of our origin (DNS rebinding)."""
    assert not Hosts("0.0.0.0", ["club-pc"]).knows(header)  # noqa: S104 - nothing listens


def test_the_address_that_it_listens_on_is_known_and_the_computers_own_name() -> None:
    hosts = Hosts("192.168.1.5", ["Club-PC"])
    assert hosts.knows("192.168.1.5:8420")
    assert hosts.knows("club-pc:8420")
    assert not hosts.knows("192.168.1.6:8420")


@pytest.mark.parametrize(
    ("header", "host"),
    [("a:1", "a"), ("[::1]:5", "::1"), ("A.B.", "a.b"), ("[::1]x", None), ("a/b", None)],
)
def test_a_port_is_no_part_of_a_host(header: str, host: str | None) -> None:
    assert host_of(header) == host


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_loopback_addresses_are_this_computer(address: str) -> None:
    assert is_here(address)


@pytest.mark.parametrize("address", ["192.168.1.5", "::ffff:192.168.1.5", "", "testclient", None])
def test_other_addresses_are_not(address: str | None) -> None:
    assert not is_here(address)
