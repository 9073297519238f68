"""The open document and what is kept of it."""
