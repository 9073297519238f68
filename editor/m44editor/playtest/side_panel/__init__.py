"""The panel next to the board: score, prompt, buttons, dice, log."""
