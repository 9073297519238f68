"""Comparing two scenarios: both on one board, and a list of the differences."""
