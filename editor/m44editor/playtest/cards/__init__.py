"""Command cards on the screen: single cards, the hand, cards in play."""
