"""Checks that need the rules engine: routes, retreats, medals within reach (M7xx)."""
