"""Texts of files: from bytes to text; JSON and YAML read strictly, with places, and written."""
