"""The content of publications as plain data in a language, without layout."""
