"""Importing VASSAL saved games as set-up lists, by the names of their counters."""
