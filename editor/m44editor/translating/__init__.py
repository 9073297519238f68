"""The translation desk: a scenario in two languages, text by text, with suggestions."""
