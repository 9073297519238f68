"""Checks: what is wrong with a scenario, as diagnostics with stable codes."""
