"""Folders of scenarios as libraries: what is known of each file, searched, filtered, kept."""
