"""The checks of the board, the pieces and the briefing data (M1 to M6)."""
