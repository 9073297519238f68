"""Keyboard shortcuts: the shortcuts of each command, and the dialog that changes them."""
