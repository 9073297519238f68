"""What is asked of whom, in words: prompts, who of a team decides, cards of generals."""
