"""Commands by their names: one field for every command, piece, problem and hex."""
