"""The checks of the board, pieces, boxes, briefing data and special rules (M1 to M6, P1)."""
