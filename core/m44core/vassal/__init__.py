"""Saved games of VASSAL: read as set-up lists, from the names of their counters."""
