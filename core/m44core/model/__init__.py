"""The immutable scenario that the editor edits, and pure edits of it."""
