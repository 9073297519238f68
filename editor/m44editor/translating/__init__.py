"""The translation window: a scenario in two languages, text by text, with suggestions."""
