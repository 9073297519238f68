"""What the texts of a scenario say of cards, medals, turns and rules, in each language."""
