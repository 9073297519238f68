"""Checks whether Board Game Arena (BGA) accepts a scenario and plays it as intended (M9xx)."""
