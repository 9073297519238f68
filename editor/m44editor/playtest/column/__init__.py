"""The column beside the board: score, prompt, buttons, dice, log."""
