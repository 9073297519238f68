"""What is kept of open tabs while the program runs, for the next session and after a crash."""
