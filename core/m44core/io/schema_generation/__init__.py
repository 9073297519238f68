"""Generating our JSON Schemas and tables in the documentation from the data they describe."""
