"""Scenario files on disk: opening, fixing, writing and saving them without loss."""
