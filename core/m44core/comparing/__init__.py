"""Differences between two scenarios, in meaning and not in bytes."""
