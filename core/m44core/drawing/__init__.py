"""Our own vector art: every piece and the whole board as shapes any back end can paint."""
