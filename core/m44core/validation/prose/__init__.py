"""What the texts of a scenario say, read once for all checks, by the words of their language."""
