"""How a game goes on: setting up, the course of a turn, carrying actions out, recording them."""
