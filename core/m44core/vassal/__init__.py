"""Importing saved games of VASSAL as set-up lists, by the names of their counters."""
