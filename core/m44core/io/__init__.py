"""Reading scenario files, locating findings in them, and writing and saving them safely."""
