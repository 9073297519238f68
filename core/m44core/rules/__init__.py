"""The playtest engine: the rulebook as a game that can be stepped, cloned and replayed."""
