"""Exchanging texts with translators: PO and XLIFF 2 files, written, read and imported."""
