"""The checks of scenarios: their declarations, how they are run, their context and their fixes."""
