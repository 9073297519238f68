"""The balance lab: how fair a scenario is, what decides it, and how to change that."""
