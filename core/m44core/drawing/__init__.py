"""The program's own vector art: every piece and the board as shapes for any back end."""
