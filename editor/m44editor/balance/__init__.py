"""The balance panel: who wins the games of a scenario, how they go, and where they are fought."""
