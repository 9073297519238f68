"""Overlays on the board of the editor: what the rules say about each hex of a scenario."""
