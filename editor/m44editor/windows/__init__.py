"""The main window and the windows and dialogs opened from it."""
