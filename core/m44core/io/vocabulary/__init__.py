"""Vocabulary shared by both file formats: codes, field values, hex entries, special rules."""
