"""Translating scenario texts: translation units, records, exchange files, memory, glossary."""
