"""What the mouse does on the board: brush, eraser, select."""
