"""Typesetting: a template and plain data become a PDF."""
