"""The commands about scenarios."""
