"""The commands about checks."""
