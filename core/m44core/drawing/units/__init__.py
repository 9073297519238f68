"""Units: silhouettes on their nation's counters."""
