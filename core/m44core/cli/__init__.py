"""The command line: ``m44 COMMAND``."""
