"""Translating the texts of scenarios: units, marks of what is stale, exchange, memory, glossary."""
