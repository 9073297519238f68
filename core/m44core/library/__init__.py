"""Folders of scenarios as libraries: facts about each file, searched, filtered and cached."""
