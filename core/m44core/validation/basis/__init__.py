"""What every check builds on: its declaration, what it may look at, usual numbers, repairs."""
