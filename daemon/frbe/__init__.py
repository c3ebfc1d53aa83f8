"""The Belgian chess federation's tournament report, and fictive ELO. It knows nothing of bridge."""
