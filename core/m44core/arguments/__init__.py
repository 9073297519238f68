"""Command-line options: parsed, with help and errors in any language of the program."""
