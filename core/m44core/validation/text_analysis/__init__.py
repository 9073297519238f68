"""The facts that texts state about cards, medals, turns and rules, in every language."""
