"""A tournament as a fold over facts: plan, rulings, merging, state, and what it tells."""
