"""Reading and writing scenario files, with the places of findings, and saving them safely."""
