"""The playtest window."""
