"""Plays an evening as the tablets would: deals, bids and writes OUT texts."""
