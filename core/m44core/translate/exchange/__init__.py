"""Exchanging texts with translators: writing, reading and importing PO and XLIFF 2 files."""
