"""The terrain tiles."""
