"""The m44 command line."""
