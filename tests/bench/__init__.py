"""How fast it is, and how much it takes: `python -m tests.bench`. No part of the test run."""
