"""Results into files that people and programs read."""
