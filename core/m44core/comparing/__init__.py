"""Differences in meaning between two scenarios, ignoring differences in formatting."""
