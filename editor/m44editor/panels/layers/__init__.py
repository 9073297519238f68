"""The layers panel."""
