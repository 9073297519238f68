"""Overlays on the board of the editor: the rules applied to each hex of a scenario."""
