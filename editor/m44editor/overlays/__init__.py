"""Overlays with rules information about each hex, shown over the board during editing."""
