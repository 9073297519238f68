"""The checks of scenarios: how they are declared and run, what they may use, and their fixes."""
