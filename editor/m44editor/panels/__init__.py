"""The panels around the board, and the dialogs about the scenario on it."""
