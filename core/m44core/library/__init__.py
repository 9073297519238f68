"""Scenario libraries: searching, filtering and caching facts about the files in a folder."""
