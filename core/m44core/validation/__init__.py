"""The checks: what may be wrong with a scenario, and why it matters."""
