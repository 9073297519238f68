"""Selecting hexes, telling their pieces apart, and moving what is selected."""
