"""What holds for all tests."""

from hypothesis import settings

# A busy machine must not fail a test: how fast something is, the benchmarks say.
settings.register_profile("tournamentd", deadline=None)
settings.load_profile("tournamentd")
