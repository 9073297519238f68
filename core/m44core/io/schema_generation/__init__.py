"""Generating our JSON Schemas and tables of the documentation from the data they describe."""
