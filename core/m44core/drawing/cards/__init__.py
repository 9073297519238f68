"""Command cards and dice."""
