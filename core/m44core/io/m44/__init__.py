"""The .m44 format of the official editor."""
