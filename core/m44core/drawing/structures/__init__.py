"""Rectangular pieces and obstacles."""
