"""Tokens: medals, markers and badges."""
