"""Objectives and exits on the board: where they are, drawn and changed hex by hex."""
