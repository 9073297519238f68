"""Extracting facts about cards, medals, turns and rules from texts in every language."""
