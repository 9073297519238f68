"""Translating the texts of scenarios: units, stale marks, exchange files, memory, glossary."""
