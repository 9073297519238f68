"""What the rules say about each hex of a scenario being edited, to be laid over its board."""
