"""The texts panel."""
