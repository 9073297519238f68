"""The state folder: open tabs and unsaved work, for the next session or after a crash."""
