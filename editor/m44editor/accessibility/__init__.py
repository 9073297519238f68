"""Accessibility: the board for screen readers, reduced motion, and characters no font has."""
