"""Stamps: kept from one session to the next, each a file, some with a number."""
