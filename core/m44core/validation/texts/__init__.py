"""The prose in every language, against the data and against itself (M8xx)."""
