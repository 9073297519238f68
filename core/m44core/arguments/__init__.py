"""Options of commands: parsed, explained and complained about in any of our languages."""
