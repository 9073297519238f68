"""Overlays of rules information about each hex, shown over the board while it is edited."""
