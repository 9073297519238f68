"""What units do: move, battle, retreat, leave the board."""
