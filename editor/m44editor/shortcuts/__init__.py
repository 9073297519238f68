"""Keyboard shortcuts: which keys belong to which command, and the dialog that changes them."""
