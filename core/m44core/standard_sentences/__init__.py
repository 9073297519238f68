"""Standard sentences of a briefing, written from the data of a scenario in every language."""
