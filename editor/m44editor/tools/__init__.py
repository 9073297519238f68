"""The tools that use the mouse on the board."""
