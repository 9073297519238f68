"""The commands, one module each; parts of a long one share its name: ``check``, ``check_fix``."""
