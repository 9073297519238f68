"""Planting defects into clean scenarios, to see whether the checks find them."""
