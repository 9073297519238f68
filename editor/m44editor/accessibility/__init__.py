"""Accessibility: the board for screen readers, reduced motion, and characters that no font has."""
