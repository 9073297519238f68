"""What texts state of cards, medals, turns and rules, in every language."""
