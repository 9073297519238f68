"""The commands about games."""
