"""The balance lab: how fair a scenario is, what decides it, and what would change that."""
