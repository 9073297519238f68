"""Texts on their way to translators and back: PO and XLIFF 2, written, read and taken over."""
