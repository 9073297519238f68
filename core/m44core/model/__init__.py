"""What the editor edits: the immutable scenario and pure edits of it."""
