"""The computer players: their knowledge, evaluation, plans and explanations."""
