"""The program's own vector art: every piece and the board as shapes that any back end paints."""
