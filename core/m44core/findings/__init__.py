"""The catalogue of findings: every code with its name, its page and its wording, as data."""
