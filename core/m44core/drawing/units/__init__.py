"""Units: silhouettes on the counters of their nation."""
