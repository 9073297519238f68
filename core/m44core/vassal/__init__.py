"""Importing VASSAL saved games as setup lists, by the names of their counters."""
