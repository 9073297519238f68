"""The panel beside the board: score, prompt, buttons, dice, log."""
