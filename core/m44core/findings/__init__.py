"""The catalogue of findings: every code with its name, page and messages, as data."""
