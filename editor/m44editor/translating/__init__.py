"""The translator's desk: a scenario in two languages, unit by unit, with what helps."""
