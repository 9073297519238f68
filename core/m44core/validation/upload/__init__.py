"""What Board Game Arena would be given, and what it accepts."""
