"""The stamps panel."""
