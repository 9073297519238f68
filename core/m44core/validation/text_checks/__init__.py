"""The checks of the texts in every language, against the data and each other (M8xx)."""
